/** Theme, motion and sound on this device; the root element carries them for the style sheets. */
import { follow, keep, recall } from "./device";

export type Theme = "system" | "light" | "dark";
export type Motion = "system" | "full" | "less";

const asks = (query: string): boolean =>
  typeof matchMedia === "function" && matchMedia(query).matches;

const DEFAULTS: { theme: Theme; motion: Motion; sound: boolean; name: string; level: string } = {
  theme: "system",
  motion: "system",
  sound: false,
  name: "",
  level: "",
};

class Settings {
  theme = $state<Theme>(recall("theme", DEFAULTS.theme));
  motion = $state<Motion>(recall("motion", DEFAULTS.motion));
  sound = $state<boolean>(recall("sound", DEFAULTS.sound));
  name = $state<string>(recall("name", DEFAULTS.name));
  /** How strong the bots were that were chosen last; empty: nothing was chosen yet. */
  level = $state<string>(recall("level", DEFAULTS.level));
  private systemDark = $state(asks("(prefers-color-scheme: dark)"));
  private systemCalm = $state(asks("(prefers-reduced-motion: reduce)"));

  get dark(): boolean {
    return this.theme === "system" ? this.systemDark : this.theme === "dark";
  }

  /** Cross-fades instead of movement? */
  get calm(): boolean {
    return this.motion === "system" ? this.systemCalm : this.motion === "less";
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
    follow("motion", DEFAULTS.motion, (motion) => ((this.motion = motion), this.show()));
    follow("sound", DEFAULTS.sound, (sound) => (this.sound = sound));
    follow("name", DEFAULTS.name, (name) => (this.name = name));
    follow("level", DEFAULTS.level, (level) => (this.level = level));
    this.show();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    keep("theme", theme);
    this.show();
  }

  setMotion(motion: Motion): void {
    this.motion = motion;
    keep("motion", motion);
    this.show();
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    keep("sound", sound);
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
  }
}

export const settings = new Settings();
