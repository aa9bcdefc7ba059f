/**
 * A few small sounds, made here: wood on wood for a move, a bell for one's turn, a dull knock for a
 * refusal, a short fanfare for the end. Quiet; silent before the first touch, and where switched off.
 */
import { settings } from "./settings.svelte";

export type Sound = "move" | "turn" | "refusal" | "end";

interface Tone {
  /** Pitch in hertz, when it begins and how long it takes to fade, in seconds. */
  pitch: number;
  at: number;
  fade: number;
  shape: OscillatorType;
  loud: number;
}

const tone = (pitch: number, at: number, fade: number, shape: OscillatorType = "sine", loud = 1): Tone => ({
  pitch,
  at,
  fade,
  shape,
  loud,
});

const SOUNDS: Record<Sound, Tone[]> = {
  move: [tone(310, 0, 0.07, "triangle"), tone(178, 0.01, 0.11, "triangle", 0.8)],
  turn: [tone(1318, 0, 0.5), tone(1976, 0.11, 0.6, "sine", 0.6)],
  refusal: [tone(150, 0, 0.13, "triangle"), tone(112, 0.1, 0.2, "triangle")],
  end: [tone(523, 0, 0.35), tone(659, 0.14, 0.35), tone(784, 0.28, 0.4), tone(1047, 0.42, 0.9)],
};
const VOLUME = 0.08;

class Sounds {
  private context: AudioContext | null = null;
  private touched = false;

  /** Browsers let a page sound only after a touch; so do we. Call once. */
  start(): void {
    const first = (): void => {
      this.touched = true;
      removeEventListener("pointerdown", first, true);
      removeEventListener("keydown", first, true);
    };
    addEventListener("pointerdown", first, true);
    addEventListener("keydown", first, true);
  }

  play(sound: Sound): void {
    if (!settings.sound || !this.touched || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === "suspended") void context.resume();
    for (const one of SOUNDS[sound]) ring(context, one);
  }
}

function ring(context: AudioContext, { pitch, at, fade, shape, loud }: Tone): void {
  const begin = context.currentTime + at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(VOLUME * loud, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + fade);
  const voice = context.createOscillator();
  voice.type = shape;
  voice.frequency.setValueAtTime(pitch, begin);
  voice.connect(volume).connect(context.destination);
  voice.start(begin);
  voice.stop(begin + fade + 0.02);
}

export const sounds = new Sounds();
