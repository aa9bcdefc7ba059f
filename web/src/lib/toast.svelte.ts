/** Short notes at the edge of the screen, and the live region for screen readers. */
import { sounds } from "./sound";

export interface Note {
  id: number;
  text: string;
  kind: "info" | "refusal";
  article?: string | null;
}

class Notes {
  list = $state<Note[]>([]);
  /** The last announcement for screen readers. */
  spoken = $state("");
  private next = 1;

  add(text: string, kind: Note["kind"] = "info", article: string | null = null, stay = 6000): void {
    const id = this.next++;
    if (kind === "refusal") sounds.play("refusal");
    this.list = [...this.list.filter((note) => note.text !== text), { id, text, kind, article }];
    setTimeout(() => this.drop(id), stay);
  }

  drop(id: number): void {
    this.list = this.list.filter((note) => note.id !== id);
  }

  clear(): void {
    this.list = [];
  }

  say(text: string): void {
    this.spoken = this.spoken === text ? `${text}\u00a0` : text;
  }
}

export const notes = new Notes();
