import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import { moved } from "./order";
import OrderList from "./OrderList.svelte";

afterEach(cleanup);
const items = ["Ana", "Bob", "Cy"].map((name, key) => ({ key, name }));

describe("an order of names", () => {
  it("moves one and keeps the others in theirs", () => {
    expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
    const list = ["a", "b"];
    expect(moved(list, 0, -1)).toBe(list);
    expect(moved(list, 1, 2)).toBe(list);
  });
  it("is set with the arrow keys, and says so", async () => {
    const onchange = vi.fn();
    render(OrderList, { label: "Who", items, onchange });
    const grip = screen.getByRole("button", { name: /^Cy, number 3/ });
    await fireEvent.keyDown(grip, { key: "ArrowUp" });
    expect(onchange).toHaveBeenLastCalledWith([0, 2, 1]);
    expect(screen.getByRole("status").textContent).toBe("Cy is number 2.");
    await fireEvent.keyDown(grip, { key: "ArrowDown" });
    expect(onchange).toHaveBeenCalledTimes(1);
  });
  it("is set with buttons; the first can't go up", async () => {
    const onchange = vi.fn();
    render(OrderList, { label: "Who", items, onchange });
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Move Ana up" }).disabled).toBe(true);
    await fireEvent.click(screen.getByRole("button", { name: "Move Ana down" }));
    expect(onchange).toHaveBeenLastCalledWith([1, 0, 2]);
  });
});
