/** What a picture is of: the words of its card, and the drawing beside them. */
import type { Component } from "svelte";

/** A line of the card: a seat with its place and score, or with a bar from one share to another. */
export interface Row {
  place?: string;
  name: string;
  value: string;
  unit?: string;
  /** The seat's colour as a CSS value. */
  tint: string;
  /** Two shares of one: what was, and what is. */
  bar?: [number, number];
}

export interface CardWords {
  /** The game. */
  title: string;
  caption?: string;
  /** What there is to say, in the yellow band. */
  headline: string;
  note?: string;
  rows?: Row[];
}

/** The room that a drawing has; it fills it from 0, 0, in elements of SVG and nothing else. */
export interface Room {
  width: number;
  height: number;
}

export interface Subject {
  card: CardWords;
  Drawing: Component<Room & Record<string, unknown>>;
  /** What the drawing needs besides its room. */
  given: Record<string, unknown>;
  /** Optional: a smaller drawing between the words and the mark. */
  Below?: Component<Room & Record<string, unknown>>;
  /** The name of the file, without its ending. */
  file: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
/** What is left of the card for the drawing. */
export const DRAWING: Room = { width: 752, height: HEIGHT };

/** A drawing of one kind as one of many: each needs properties of its own. */
export const drawn = <Props extends object>(
  Drawing: Component<Room & Props>,
  props: Props,
): Pick<Subject, "Drawing" | "given"> => ({ Drawing: Drawing as never, given: props as never });
