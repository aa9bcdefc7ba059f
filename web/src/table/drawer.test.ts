import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, it } from "vitest";
import { speech } from "../lib/i18n.svelte";
import { game, table } from "../../test/fixtures";
import Drawer from "./Drawer.svelte";
import { Session } from "./session.svelte";

let session: Session;
beforeEach(() => {
  localStorage.clear();
  speech.set("en");
  session = new Session("KDPQWR");
  session.live.table = table(4);
  session.live.you = [0];
  session.live.look = 0;
  session.live.game = session.live.shown = game(1);
});

it("on a wide screen the drawer closes, keeps its tools in reach, and this device remembers it", async () => {
  render(Drawer, { session, fixed: true, onundo: () => {} });
  expect(screen.getByRole("tabpanel")).toBeTruthy();
  await fireEvent.click(screen.getByRole("button", { name: "Close the drawer" }));
  expect(screen.queryByRole("tabpanel")).toBeNull();
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Hint" })).toBeTruthy();
  expect(new Session("KDPQWR").folded).toBe(true);
  await fireEvent.click(screen.getByRole("button", { name: "Rules" }));
  expect(screen.getByRole("tabpanel")).toBeTruthy();
  expect(session.tab).toBe("rules");
  expect(new Session("KDPQWR").folded).toBe(false);
});

it("where it is a sheet, it is not closed for good", () => {
  session.fold(true);
  render(Drawer, { session, fixed: false, onundo: () => {} });
  expect(screen.queryByRole("button", { name: "Open the drawer" })).toBeNull();
  expect(screen.getAllByRole("tab")).toHaveLength(4);
});
