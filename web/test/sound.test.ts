import { beforeEach, expect, test, vi } from "vitest";

const pitches: number[] = [];
const loudest: number[] = [];

class FakeContext {
  currentTime = 0;
  state = "running";
  destination = {};
  createGain() {
    const ramp = vi.fn((to: number) => void loudest.push(to));
    return { gain: { setValueAtTime: vi.fn(), linearRampToValueAtTime: ramp, exponentialRampToValueAtTime: vi.fn() }, connect: vi.fn() };
  }
  createOscillator() {
    const frequency = { setValueAtTime: vi.fn((pitch: number) => void pitches.push(pitch)) };
    return { type: "sine", frequency, connect: (to: unknown) => to, start: vi.fn(), stop: vi.fn() };
  }
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("AudioContext", FakeContext);
  localStorage.clear();
  pitches.length = loudest.length = 0;
});

test("off by default; silent before the first touch, quiet after it, and off again", async () => {
  const { sounds } = await import("../src/lib/sound");
  const { settings } = await import("../src/lib/settings.svelte");
  expect(settings.sound).toBe(false);
  settings.setSound(true);
  sounds.start();
  sounds.play("move");
  expect(pitches).toEqual([]);
  dispatchEvent(new Event("pointerdown"));
  for (const sound of ["move", "turn", "refusal", "end"] as const) {
    const before = pitches.length;
    sounds.play(sound);
    expect(pitches.length).toBeGreaterThan(before);
  }
  expect(Math.max(...loudest)).toBeLessThan(0.15);
  settings.setSound(false);
  const before = pitches.length;
  sounds.play("end");
  expect(pitches.length).toBe(before);
  expect(localStorage.getItem("echappee.sound")).toBe("false");
});

test("a refusal is heard, a plain note is not", async () => {
  const { sounds } = await import("../src/lib/sound");
  const { notes } = await import("../src/lib/toast.svelte");
  const played = vi.spyOn(sounds, "play");
  notes.add("Copied.");
  expect(played).not.toHaveBeenCalled();
  notes.add("No.", "refusal", "4a");
  expect(played).toHaveBeenCalledWith("refusal");
});
