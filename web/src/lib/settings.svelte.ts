/** Theme, speed, sound and the like on this device; the root element has what style sheets need. */
import { follow, keep, recall } from "./device";

export type Theme = "system" | "light" | "dark";
/** How fast what happens is shown. */
export type Speed = "off" | "quick" | "normal" | "slow";
export const SPEEDS: readonly Speed[] = ["off", "quick", "normal", "slow"];
const TEMPO: Record<Speed, number> = { off: 0, quick: 0.5, normal: 1, slow: 1.75 };

const asks = (query: string): boolean =>
  typeof matchMedia === "function" && matchMedia(query).matches;

const DEFAULTS: { theme: Theme; speed: Speed | null; sound: boolean; forced: boolean; name: string; level: string } = {
  theme: "system",
  speed: null,
  sound: false,
  forced: true,
  name: "",
  level: "",
};

/** What was chosen when there were only two speeds. */
const before = (): Speed | null => {
  const motion = recall<unknown>("motion", null);
  return motion === "full" ? "normal" : motion === "less" ? "off" : null;
};
const speedKept = (): Speed | null => {
  const kept = recall<Speed | null>("speed", DEFAULTS.speed);
  return kept && SPEEDS.includes(kept) ? kept : before();
};

class Settings {
  theme = $state<Theme>(recall("theme", DEFAULTS.theme));
  private chosen = $state<Speed | null>(speedKept());
  sound = $state<boolean>(recall("sound", DEFAULTS.sound));
  /** Do moves play themselves that are the only ones? */
  forced = $state<boolean>(recall("forced", DEFAULTS.forced));
  name = $state<string>(recall("name", DEFAULTS.name));
  /** How strong the bots were that were chosen last; empty: nothing was chosen yet. */
  level = $state<string>(recall("level", DEFAULTS.level));
  private systemDark = $state(asks("(prefers-color-scheme: dark)"));
  private systemCalm = $state(asks("(prefers-reduced-motion: reduce)"));

  get dark(): boolean {
    return this.theme === "system" ? this.systemDark : this.theme === "dark";
  }

  /** The chosen speed; before one is chosen, nothing moves where the system wants it so. */
  get speed(): Speed {
    return this.chosen ?? (this.systemCalm ? "off" : "normal");
  }

  /** Cross-fades instead of movement? */
  get calm(): boolean {
    return this.speed === "off";
  }

  /** How many times as long as at normal speed things take. */
  get tempo(): number {
    return TEMPO[this.speed];
  }

  /** Follow the system and other windows, and write the choice on the root element. Call once. */
  start(): void {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (change) => {
      this.systemDark = change.matches;
      this.show();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (change) => {
      this.systemCalm = change.matches;
      this.show();
    });
    follow("theme", DEFAULTS.theme, (theme) => ((this.theme = theme), this.show()));
    follow("speed", DEFAULTS.speed, () => ((this.chosen = speedKept()), this.show()));
    follow("sound", DEFAULTS.sound, (sound) => (this.sound = sound));
    follow("forced", DEFAULTS.forced, (forced) => (this.forced = forced));
    follow("name", DEFAULTS.name, (name) => (this.name = name));
    follow("level", DEFAULTS.level, (level) => (this.level = level));
    this.show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
    this.show();
  }

  /** Choose a speed; null: as the system wants it. */
  setSpeed(speed: Speed | null): void {
    this.chosen = speed;
    keep("speed", speed);
    this.show();
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    keep("sound", sound);
  }

  setForced(forced: boolean): void {
    this.forced = forced;
    keep("forced", forced);
  }

  setName(name: string): void {
    this.name = name;
    keep("name", name);
  }

  setLevel(level: string): void {
    this.level = level;
    keep("level", level);
  }

  private show(): void {
    const root = document.documentElement;
    root.dataset.theme = this.dark ? "dark" : "light";
    root.dataset.motion = this.calm ? "less" : "full";
    root.style.setProperty("--tempo", String(this.tempo));
  }
}

export const settings = new Settings();
