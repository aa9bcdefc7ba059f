/** A drawing as an SVG file or a PNG, in the colours of the press: the light ones in both themes. */
import type { Colour, Shape } from "./art";
import type { Drawing } from "./picture";

const FONT = { bold: ["800", "'Barlow Condensed','Arial Narrow',sans-serif"], soft: ["400", "'Source Sans 3','Segoe UI',sans-serif"] } as const;

export type Ink = (colour: Colour) => string;

/** The printed colours, asked from the style sheet once. */
export function press(): Ink {
  const sheet = document.createElement("div");
  sheet.className = "printed";
  document.body.append(sheet);
  const style = getComputedStyle(sheet);
  const found = new Map<string, string>();
  const ink = (colour: Colour): string => {
    const known = found.get(colour);
    if (known) return known;
    const [token = "", share, other = ""] = colour.split("/");
    const made = share ? mixed(ink(token), ink(other), Number(share) / 100) : style.getPropertyValue(`--${token}`).trim();
    found.set(colour, made);
    return made;
  };
  for (const token of ["paper", "card", "line", "ink", "ink-soft", "cream", "night", "jaune", "vert", "bleu", "rouge", "orange", "ambre", "asphalte", "montee", "descente"])
    ink(token);
  sheet.remove();
  return ink;
}

/** `share` of one colour and the rest of another, both as #rrggbb. */
export function mixed(one: string, other: string, share: number): string {
  const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5].map((at) => Math.round(share * part(one, at) + (1 - share) * part(other, at)).toString(16).padStart(2, "0")).join("")}`;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

export function toSvg({ width, height, shapes }: Drawing, ink: Ink, title: string, words: string): string {
  const one = (shape: Shape): string => {
    if ("text" in shape) {
      const [weight, font] = shape.soft ? FONT.soft : FONT.bold;
      return `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" font-family="${font}" font-weight="${weight}" text-anchor="${shape.anchor ?? "start"}" fill="${ink(shape.fill)}">${escaped(shape.text)}</text>`;
    }
    const { d, fill, stroke, width: wide, dash, at } = shape;
    const place = at ? ` transform="translate(${at.x} ${at.y}) scale(${at.scale})"` : "";
    const line = stroke ? ` stroke="${ink(stroke)}" stroke-width="${wide ?? 1}" stroke-linecap="round" stroke-linejoin="round"` : "";
    const dashes = dash?.length ? ` stroke-dasharray="${dash.join(" ")}"` : "";
    return `<path d="${d}" fill="${fill ? ink(fill) : "none"}"${line}${dashes}${place}/>`;
  };
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`;
  return `${head}\n<title>${escaped(title)}</title>\n<desc>${escaped(words)}</desc>\n${shapes.map(one).join("\n")}\n</svg>\n`;
}

/** Drawn on a canvas, with the page's own letters. */
export async function toPng({ width, height, shapes }: Drawing, ink: Ink): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  await Promise.all([FONT.bold, FONT.soft].map(([weight, font]) => document.fonts.load(`${weight} 40px ${font}`))).catch(() => {});
  pen.lineCap = pen.lineJoin = "round";
  for (const shape of shapes) {
    pen.save();
    if ("text" in shape) {
      const [weight, font] = shape.soft ? FONT.soft : FONT.bold;
      pen.font = `${weight} ${shape.size}px ${font}`;
      pen.fillStyle = ink(shape.fill);
      pen.textAlign = ({ start: "left", middle: "center", end: "right" } as const)[shape.anchor ?? "start"];
      pen.fillText(shape.text, shape.x, shape.y);
    } else {
      const { at } = shape;
      if (at) {
        pen.translate(at.x, at.y);
        pen.scale(at.scale, at.scale);
      }
      const path = new Path2D(shape.d);
      if (shape.fill) {
        pen.fillStyle = ink(shape.fill);
        pen.fill(path);
      }
      if (shape.stroke) {
        pen.strokeStyle = ink(shape.stroke);
        pen.lineWidth = shape.width ?? 1;
        pen.setLineDash(shape.dash ?? []);
        pen.stroke(path);
      }
    }
    pen.restore();
  }
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
