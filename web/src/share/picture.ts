/**
 * A picture to share, drawn by the page itself: the card as SVG with the page's own style sheets,
 * symbols and fonts inside it, then as PNG. What stands alone knows nothing of the page's theme, so a
 * picture is always printed in the light colours.
 */
import { flushSync, mount, unmount, type Component } from "svelte";
import Card from "./Card.svelte";
import { HEIGHT, WIDTH, type Subject } from "./subject";

const SVG = "http://www.w3.org/2000/svg";
const STILL = "*{animation:none!important;transition:none!important}";

/** A drawing that stands alone: with the symbols that it uses, and without what is not drawn. */
export function drawing<Props extends Record<string, unknown>>(Drawing: Component<Props>, props: Props): SVGSVGElement {
  const place = document.createElement("div");
  const card = mount(Drawing, { target: place, props, intro: false });
  flushSync();
  const svg = place.querySelector("svg")!.cloneNode(true) as SVGSVGElement;
  void unmount(card);
  // A board may hold lists and buttons for those who can't see it, or act on it.
  for (const one of svg.querySelectorAll("*")) if (one.namespaceURI !== SVG) one.remove();
  bringSymbols(svg);
  return svg;
}

/** Copies of the symbols that a drawing uses, and of those that they use. */
function bringSymbols(svg: SVGSVGElement): void {
  const defs = document.createElementNS(SVG, "defs");
  const known = new Set([...svg.querySelectorAll("[id]")].map((one) => one.id));
  const wanted = (part: Element): string[] =>
    [...part.querySelectorAll("use")].map((use) => (use.getAttribute("href") ?? "").slice(1)).filter((id) => id && !known.has(id));
  const open = wanted(svg);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (known.has(id)) continue;
    known.add(id);
    const symbol = document.getElementById(id)?.cloneNode(true) as Element | undefined;
    if (!symbol) continue;
    open.push(...wanted(symbol));
    defs.append(symbol);
  }
  svg.prepend(defs);
}

/** All rules of the page but its fonts, which a picture has to hold itself. */
function sheets(): { rules: string; fonts: { rule: CSSFontFaceRule; base: string }[] } {
  const rules: string[] = [];
  const fonts: { rule: CSSFontFaceRule; base: string }[] = [];
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSFontFaceRule) fonts.push({ rule, base: sheet.href ?? location.href });
      else if (!/url\((?!["']?#)/.test(rule.cssText)) rules.push(rule.cssText);
  return { rules: rules.join("\n"), fonts };
}

const asData = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error("unread"));
    reader.readAsDataURL(blob);
  });

const held = new Map<string, Promise<string>>();

/** A font as a rule that holds it; each is fetched once. */
async function holding(rule: CSSFontFaceRule, base: string): Promise<string> {
  const source = rule.style.getPropertyValue("src");
  const path = /url\(["']?([^"')]+)["']?\)/.exec(source)?.[1];
  if (!path) return rule.cssText;
  const url = new URL(path, base).href;
  let data = held.get(url);
  if (!data) {
    data = fetch(url).then(async (answer) => {
      if (!answer.ok) throw new Error(`no font: ${answer.status}`);
      return asData(await answer.blob());
    });
    data.catch(() => held.delete(url));
    held.set(url, data);
  }
  const face = ["font-family", "font-weight", "font-style"].map((name) => `${name}:${rule.style.getPropertyValue(name)}`);
  return `@font-face{${face.join(";")};src:url(${await data})}`;
}

/** The picture of a subject, 1200 by 630. */
export async function png(subject: Subject, host = location.host): Promise<Blob> {
  await Promise.all(['800 40px "Barlow Condensed"', '400 23px "Source Sans 3"'].map((face) => document.fonts.load(face)));
  return painted(drawing(Card, { subject, host }));
}

/** A drawing as PNG, with the page's style sheets and fonts inside it. */
export async function painted(svg: SVGSVGElement): Promise<Blob> {
  const { rules, fonts } = sheets();
  const style = document.createElementNS(SVG, "style");
  style.textContent = [...(await Promise.all(fonts.map(({ rule, base }) => holding(rule, base)))), rules, STILL].join("\n");
  svg.prepend(style);
  return rendered(new XMLSerializer().serializeToString(svg));
}

async function rendered(text: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  // A data address: with a blob's some browsers take the canvas for a stranger's.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("nothing to draw with");
  pen.drawImage(image, 0, 0, WIDTH, HEIGHT);
  // Some browsers have the fonts of a drawing only when it is drawn the second time.
  await new Promise((done) => setTimeout(done, 60));
  pen.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}
