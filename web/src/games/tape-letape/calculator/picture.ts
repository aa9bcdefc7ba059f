/** The gaps stage by stage, and the whole race as a picture to send. */
import type { Lang } from "../../../lib/i18n.svelte";
import { french } from "../../../lib/typeset";
import type { Phrase } from "../../../protocol";
import { box, DASHES, jersey, marker, SEATS, type Shape, stageCard } from "./art";
import { FACTS, say } from "./facts";
import { course, type Race } from "./race";
import { clock, gapClock, kindOf, leaders, news, ordered, standings } from "./standing";

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
}

interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The size of letters. */
  type: number;
}

const STEPS = [10, 20, 30, 60, 120, 180, 300, 600, 1200];
const spoken = (phrase: Phrase, lang: Lang): string => (lang === "fr" ? french(phrase.fr) : phrase.en);
const cut = (text: string, most: number): string => ([...text].length > most ? `${[...text].slice(0, most - 1).join("")}…` : text);

/** Heights that are at least `room` apart, as near as can be to where they should be. */
export function apart(wanted: number[], room: number, low: number, high: number): number[] {
  const found: number[] = [];
  for (const y of wanted) found.push(Math.max(y, (found.at(-1) ?? low - room) + room));
  let limit = high;
  for (let i = found.length - 1; i >= 0; i--) {
    found[i] = Math.min(found[i]!, limit);
    limit = found[i]! - room;
  }
  return found;
}

/** The leader rides along the top in yellow; everybody else is as far below as he is behind. */
export function chart(race: Race, frame: Frame): Shape[] {
  const { type } = frame;
  const history = standings(race);
  const now = history.at(-1)!;
  const widest = Math.max(...history.flatMap((one) => one.gaps));
  const left = frame.x + type * (widest < 540 ? 2.7 : 3.3); // room for +10:00
  const longest = Math.min(12, Math.max(...race.names.map((name) => [...name].length)));
  const right = frame.x + frame.width - type * (1.4 + 0.46 * longest);
  const room = (right - left) / Math.max(1, race.stages.length);
  const scale = Math.min(type / 20, (room - 4) / 80);
  const top = frame.y + type;
  const bottom = frame.y + frame.height - 60 * scale - type * 1.5;
  const step = STEPS.find((one) => widest <= 5 * one) ?? STEPS.at(-1)!;
  const most = Math.max(step, step * Math.ceil(widest / step));
  const y = (gap: number): number => top + (gap / most) * (bottom - top);
  const x = (stage: number): number => left + stage * room;
  const shapes: Shape[] = [];
  for (let gap = 0; gap <= most; gap += step) {
    shapes.push({ d: `M${left} ${y(gap)}H${right}`, stroke: gap ? "line" : "jaune", width: gap ? 1 : type / 4 });
    shapes.push({ text: gapClock(gap), x: left - type * 0.5, y: y(gap) + type * 0.33, size: type, fill: "ink-soft", anchor: "end", soft: true });
  }
  race.stages.forEach((stage, i) => {
    const at = x(i + 1);
    shapes.push({ d: `M${at} ${top}V${bottom + 4}`, stroke: "line", width: 1.2, dash: [1.5, 4] });
    if (course(race).refuel === i + 1) shapes.push({ d: `M${at} ${top - 6}V${bottom}`, stroke: "ink-soft", width: 1.4, dash: [6, 5] });
    shapes.push(...stageCard(stage.profile, { x: at - 40 * scale, y: bottom + type * 0.4, scale }));
    if (room > type * 1.1)
      shapes.push({ text: String(i + 1), x: at, y: bottom + 60 * scale + type * 1.4, size: type, fill: "ink", anchor: "middle" });
  });
  const order = ordered(now);
  for (const seat of order.toReversed()) {
    const points = history.map((one, i) => `${x(i).toFixed(1)} ${y(one.gaps[seat]!).toFixed(1)}`);
    shapes.push({ d: `M${points.join("L")}`, stroke: "card", width: type * 0.42 });
    shapes.push({ d: `M${points.join("L")}`, stroke: SEATS[seat]!, width: type * 0.21, dash: DASHES[seat] });
  }
  for (const seat of order.toReversed())
    history.slice(1).forEach((one, i) => {
      const first = one.places[seat] === 1;
      const size = type * (first ? 0.4 : 0.32);
      shapes.push({ d: marker(seat, x(i + 1), y(one.gaps[seat]!), size), fill: first ? "jaune" : SEATS[seat]!, stroke: "ink", width: type * 0.09 });
    });
  const heights = apart(order.map((seat) => y(now.gaps[seat]!)), type * 1.25, top, bottom + type * 0.4);
  order.forEach((seat, i) => {
    const at = y(now.gaps[seat]!);
    shapes.push({ d: `M${right + type * 0.45} ${at}L${right + type * 1.1} ${heights[i]}`, stroke: SEATS[seat]!, width: 1.4 });
    shapes.push({ text: cut(race.names[seat]!, 12), x: right + type * 1.25, y: heights[i]! + type * 0.35, size: type, fill: "ink" });
  });
  return shapes;
}

/** In words what the chart shows. */
export function chartWords(race: Race, lang: Lang): string {
  const now = standings(race).at(-1)!;
  const parts = ordered(now).map((seat) => say(["chart", "line"], { name: race.names[seat], gap: gapClock(now.gaps[seat]!) }));
  const lines = { en: parts.map((one) => one.en).join(", "), fr: parts.map((one) => one.fr).join(", ") };
  return spoken(say(["chart", "described"], { lines: lines[lang] }), lang);
}

/** The whole race on a sheet to send: classification and gaps. */
export function picture(race: Race, lang: Lang): Drawing {
  const width = 1080;
  const rows = race.names.length;
  const head = 236;
  const list = head + rows * 84 + 20;
  const height = list + (race.stages.length ? 640 : 70);
  const now = standings(race).at(-1)!;
  const first = leaders(race, now);
  const name = `${FACTS.words[lang].game}`;
  const shapes: Shape[] = [
    { d: `M0 0H${width}V${height}H0Z`, fill: "paper" },
    { d: box(28, 34, width - 56, height - 62, 18), fill: "line" },
    { d: box(28, 28, width - 56, height - 62, 18), fill: "card" },
    { d: `M28 46Q28 28 46 28H${width - 46}Q${width - 28} 28 ${width - 28} 46V54H28Z`, fill: "jaune" },
    { text: cut(race.title || name, 30), x: 72, y: 136, size: 76, fill: "ink" },
    { text: `${race.title ? `${name} · ` : ""}${spoken(kindOf(race), lang)}`, x: 72, y: 178, size: 30, fill: "ink-soft", soft: true },
    { text: cut(spoken(news(race).at(0)!, lang), 66), x: 72, y: 218, size: 30, fill: "ink", soft: true },
  ];
  ordered(now).forEach((seat, i) => {
    const y = head + 14 + i * 84;
    const yellow = first.includes(seat);
    if (yellow) shapes.push({ d: box(52, y, width - 104, 78, 10), fill: "jaune/24/card" });
    else if (i > 0) shapes.push({ d: `M72 ${y - 3}H${width - 72}`, stroke: "line", width: 2 });
    shapes.push({ text: String(now.places[seat]), x: 96, y: y + 55, size: 46, fill: "ink", anchor: "middle" });
    shapes.push(...jersey(seat, yellow, { x: 130, y: y + 6, scale: 1.36 }));
    shapes.push({ text: race.names[seat]!, x: 216, y: y + 54, size: 46, fill: "ink" });
    shapes.push({ text: clock(now.total[seat]!), x: width - 250, y: y + 53, size: 36, fill: "ink-soft", anchor: "end", soft: true });
    shapes.push({ text: gapClock(now.gaps[seat]!), x: width - 76, y: y + 55, size: 48, fill: "ink", anchor: "end" });
  });
  if (race.stages.length) shapes.push(...chart(race, { x: 60, y: list + 30, width: width - 130, height: 520, type: 27 }));
  shapes.push({ text: "Échappée", x: width - 72, y: height - 56, size: 26, fill: "ink-soft", anchor: "end" });
  return { width, height, shapes };
}
