/** Texts of a drawing, made to fit: a drawing does not wrap lines by itself. */

export interface Face {
  size: number;
  /** As it is printed: the display face or that of running text. */
  family: "display" | "text";
  weight: number;
}

export type Measure = (text: string, face: Face) => number;

const FAMILIES = { display: '"Barlow Condensed"', text: '"Source Sans 3"' } as const;
/** How wide a letter is about, where nothing can measure it. */
const ABOUT = { display: 0.46, text: 0.5 } as const;

let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in a face of the page's own. */
export const measure: Measure = (text, { size, family, weight }) => {
  pen ??= canMeasure() ? document.createElement("canvas").getContext("2d") : null;
  if (!pen) return text.length * size * ABOUT[family];
  pen.font = `${weight} ${size}px ${FAMILIES[family]}, sans-serif`;
  return pen.measureText(text).width;
};

const canMeasure = (): boolean => typeof CanvasRenderingContext2D !== "undefined";

/** The text, or as much of its beginning as fits with an ellipsis. */
export function cut(text: string, face: Face, most: number, width: Measure = measure): string {
  if (width(text, face) <= most) return text;
  let end = text.length;
  while (end > 1 && width(`${text.slice(0, end).trimEnd()}…`, face) > most) end--;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The largest size, of those from the face's own downwards, at which a text fits. */
export function shrunk(text: string, face: Face, most: number, least: number, width: Measure = measure): Face {
  let size = face.size;
  while (size > least && width(text, { ...face, size }) > most) size -= 2;
  return { ...face, size };
}

/** The text on so many lines at most; the last one is cut. */
export function wrap(text: string, face: Face, most: number, lines: number, width: Measure = measure): string[] {
  const found: string[] = [];
  let line = "";
  // No-break spaces hold words together.
  for (const word of text.split(/[ \n]+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word;
    if (!line || width(longer, face) <= most) line = longer;
    else {
      found.push(line);
      line = word;
    }
  }
  if (line) found.push(line);
  const kept = found.slice(0, lines);
  if (found.length > lines) kept[lines - 1] = found.slice(lines - 1).join(" ");
  return kept.map((one) => cut(one, face, most, width));
}
