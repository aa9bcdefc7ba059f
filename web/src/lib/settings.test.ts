import { afterEach, describe, expect, it, vi } from "vitest";

/** The settings of a device on which this is kept, of a system that wants it calm or not. */
async function device(kept: Record<string, unknown>, calm = false) {
  vi.resetModules();
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(`echappee.${key}`, JSON.stringify(value));
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: calm && query.includes("motion"), addEventListener() {} }));
  return (await import("./settings.svelte")).settings;
}
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("the speed at which things are shown", () => {
  it("is normal, and off where the system wants it so", async () => {
    expect((await device({})).speed).toBe("normal");
    const calm = await device({}, true);
    expect([calm.speed, calm.calm, calm.tempo]).toEqual(["off", true, 0]);
  });

  it("is what was chosen, whatever the system wants, and stays so", async () => {
    const settings = await device({}, true);
    settings.setSpeed("slow");
    expect([settings.speed, settings.calm]).toEqual(["slow", false]);
    expect((await device({ speed: "slow" }, true)).speed).toBe("slow");
    settings.setSpeed("off");
    expect(document.documentElement.dataset["motion"]).toBe("less");
    settings.setSpeed("quick");
    expect(document.documentElement.style.getPropertyValue("--tempo")).toBe("0.5");
  });

  it.each([["full", "normal"], ["less", "off"], ["system", "off"]])("chosen before as %s is %s now", async (motion, speed) => {
    expect((await device({ motion }, true)).speed).toBe(speed);
    expect((await device({ speed: "faster" })).speed).toBe("normal");
  });
});
