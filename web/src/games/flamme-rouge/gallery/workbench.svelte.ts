/** What lies on the workbench: tiles in their order, with undo and redo; the server describes them. */
import { api } from "../../../lib/api";
import type { OptionDescription, StageDraft, TileFace } from "../../../protocol";

export const GAME = "flamme-rouge";
export const OPTION = "stage";

export const describeStage = (value: string): Promise<OptionDescription> => api.describe(GAME, OPTION, value);

/** Faces as the option reads them. */
export const written = (faces: readonly string[]): string => faces.join("-");

export class Workbench {
  tiles = $state.raw<string[]>([]);
  /** The place of the tile that is picked up; null: tiles are laid at the end. */
  place = $state<number | null>(null);
  described = $state.raw<OptionDescription | null>(null);
  /** The tiles that were described: others while the answer is awaited. */
  private describedTiles = $state.raw<string[]>([]);
  private past = $state.raw<string[][]>([]);
  private future = $state.raw<string[][]>([]);
  private asked = 0;

  constructor(private faces: () => readonly TileFace[]) {}

  get plan(): StageDraft | null {
    return (this.described?.about as StageDraft | undefined) ?? null;
  }

  /** The stage as a table takes it; null where it can't be ridden, or isn't described yet. */
  get value(): OptionDescription["value"] {
    return this.describedTiles === this.tiles ? (this.described?.value ?? null) : null;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Lay a tile at the end, or in place of the one that is picked up. */
  lay(face: string): void {
    const { place } = this;
    this.set(place === null ? [...this.tiles, face] : this.tiles.with(place, face));
  }

  flip(place: number): void {
    const other = this.other(this.tiles[place] ?? "");
    if (other) this.set(this.tiles.with(place, other));
  }

  remove(place: number): void {
    this.set(this.tiles.toSpliced(place, 1));
  }

  other(face: string): string | null {
    const piece = this.faces().find((one) => one.face === face)?.piece;
    return this.faces().find((one) => one.piece === piece && one.face !== face)?.face ?? null;
  }

  set(tiles: string[]): void {
    this.past = [...this.past, this.tiles];
    this.future = [];
    this.show(tiles);
  }

  undo(): void {
    const last = this.past.at(-1);
    if (!last) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.tiles];
    this.show(last);
  }

  redo(): void {
    const next = this.future.at(-1);
    if (!next) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.tiles];
    this.show(next);
  }

  /** Take over a stage by name, by its tiles, or from a seed. */
  async load(value: string, first = false): Promise<void> {
    const described = await describeStage(value);
    const plan = described.about as StageDraft;
    if (!first) {
      this.past = [...this.past, this.tiles];
      this.future = [];
    }
    this.tiles = plan.tiles;
    this.place = null;
    this.asked++;
    this.take(described, this.tiles);
  }

  private show(tiles: string[]): void {
    this.tiles = tiles;
    if (this.place !== null && this.place >= tiles.length) this.place = null;
    void this.describe();
  }

  /** The latest answer counts. */
  async describe(): Promise<void> {
    const number = ++this.asked;
    const { tiles } = this;
    const described = await describeStage(written(tiles));
    if (number === this.asked) this.take(described, tiles);
  }

  private take(described: OptionDescription, tiles: string[]): void {
    this.described = described;
    this.describedTiles = tiles;
  }
}
