import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import LevelChoice from "../src/home/LevelChoice.svelte";
import { usual, usualBot } from "../src/home/plan";
import Portrait from "../src/lib/Portrait.svelte";
import { botName, levelOf, recordNames, riderOf, seatNames } from "../src/table/names";
import type { BotInfo, Features, GameInfo, HouseInfo, RiderInfo, SeatInfo } from "../src/protocol";

const both = (text: string) => ({ en: text, fr: text });
const bots: BotInfo[] = ["sunday", "club", "teammate", "leader", "champion"].map((name) => ({
  name, label: both(`The ${name}`), help: both(`About the ${name}`),
}));
const look: Features = { skin: "light", hair: "short", colour: "brown", head: "cap", face: "plain", jersey: "band", tint: "vert" };
const riders: RiderInfo[] = bots.map(({ name }, i) => ({ id: `r${i}`, name: `Rider ${i}`, level: name, style: both(""), look }));
const house = { bots, riders } as HouseInfo;
const seat = (of: Partial<SeatInfo>): SeatInfo => ({ seat: 0, kind: "bot", name: null, bot: null, stand_in: null, resigned: false, ...of });

test("choosing a level begins at once, and the usual one is at hand", async () => {
  const onchoose = vi.fn();
  render(LevelChoice, { legend: "How strong?", bots, riders, value: "leader", now: true, onchoose });
  await tick();
  const buttons = screen.getAllByRole("button");
  expect(buttons).toHaveLength(5);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /The leader/ }));
  expect(screen.getByRole("group", { name: "How strong?" })).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: /The sunday.*About the sunday/ }));
  expect(onchoose.mock.calls).toEqual([["sunday"]]);
});

test("while the table is being set, nothing more can be chosen", () => {
  render(LevelChoice, { legend: "How strong?", bots, riders, value: "leader", now: true, busy: true, onchoose: () => {} });
  for (const button of screen.getAllByRole("button")) expect((button as HTMLButtonElement).disabled).toBe(true);
});

test("in a form levels are radio buttons, and a bot without riders has a letter for a face", async () => {
  const onchoose = vi.fn();
  const added: BotInfo = { name: "mine", label: both("mine"), help: both("") };
  render(LevelChoice, { legend: "How strong?", bots: [...bots, added], riders, value: "club", onchoose });
  expect((screen.getByRole("radio", { name: /The club/ }) as HTMLInputElement).checked).toBe(true);
  await fireEvent.click(screen.getByRole("radio", { name: /^mine/ }));
  expect(onchoose.mock.calls).toEqual([["mine"]]);
  expect(document.querySelectorAll("svg.portrait")).toHaveLength(5);
  expect(screen.getByText("M")).toBeTruthy();
});

test("the level that was chosen last is proposed, as long as there is one", () => {
  expect(usualBot(bots)).toBe("teammate");
  expect(usualBot(bots, "champion")).toBe("champion");
  expect(usualBot(bots, "gone")).toBe("teammate");
  const game = { fewest: 2, most: 4, options: [] } as unknown as GameInfo;
  expect(usual(game, bots, "bots", "sunday").bot).toBe("sunday");
});

test("a rider is called the same everywhere, and a level of before as it was", () => {
  const seats = [seat({ kind: "person", name: "Ana" }), seat({ bot: "r2", name: "Rider 2" }), seat({ bot: "club" }), seat({ bot: "club" })];
  expect(seatNames(seats, bots)).toEqual(["Ana", "Rider 2", "The club 1", "The club 2"]);
  expect(recordNames(["Ana", "Rider 2", "club", "club"], bots)).toEqual(["Ana", "Rider 2", "The club 1", "The club 2"]);
  expect(seats.map((one) => riderOf(one, house)?.id ?? null)).toEqual([null, "r2", null, null]);
  expect(levelOf(riders[2]!, bots)).toBe("The teammate");
  expect(["r2", "club", "theirs"].map((id) => botName(id, house))).toEqual(["Rider 2", "The club", "theirs"]);
  expect(["r2", "club"].map((id) => botName(id, house, true))).toEqual(["Rider 2 (the teammate)", "The club"]);
});

test("a person who was left has no rider's face, nor has a bot of another name", () => {
  expect(riderOf(seat({ kind: "person", name: "Ana", bot: "r2" }), house)).toBeNull();
  expect(riderOf(seat({ bot: "r2", name: "Hal" }), house)).toBeNull();
});

test("every feature can be drawn", () => {
  const kinds: { [Key in keyof Features]: Features[Key][] } = {
    skin: ["light", "tan", "dark", "deep"],
    hair: ["bald", "short", "curls", "bob", "long", "bun", "ponytail"],
    colour: ["black", "brown", "blond", "red", "grey"],
    head: ["bare", "cap", "helmet", "laurel"],
    face: ["plain", "smile", "freckles", "glasses", "shades", "moustache", "beard", "stubble"],
    jersey: ["plain", "band", "hoops", "sash", "dots", "chevron"],
    tint: ["jaune", "vert", "bleu", "rouge", "orange", "ambre", "asphalte", "montee", "descente"],
  };
  const drawn = (of: Partial<Features>): string => {
    const { container, unmount } = render(Portrait, { look: { ...look, head: "bare", ...of } });
    const text = container.innerHTML.replaceAll(/id="[^"]*"|url\([^)]*\)/g, "");
    unmount();
    return text;
  };
  for (const [key, values] of Object.entries(kinds))
    expect(new Set(values.map((value) => drawn({ [key]: value }))).size, key).toBe(values.length);
});
