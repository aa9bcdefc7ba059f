/** One tap to wait for somebody: at a table that waits already, or at one of one's own. */
import { api } from "../lib/api";
import { speech } from "../lib/i18n.svelte";
import { mine } from "../lib/mine.svelte";
import { nickname } from "../lib/nickname";
import { settings } from "../lib/settings.svelte";
import type { BotInfo, GameInfo, OpenTable } from "../protocol";
import { enter, openTable } from "./opening";
import { request, usual } from "./plan";

const myName = (): string => {
  if (!settings.name) settings.setName(nickname());
  return settings.name;
};

/** Does somebody else wait for just this, played as usual? */
export const waitingFor = (game: string, tables: readonly OpenTable[]): OpenTable | undefined =>
  tables.find((one) => one.game === game && one.options.length === 0 && !mine.find(one.code));

export async function waitFor(game: GameInfo, bots: BotInfo[]): Promise<void> {
  const name = myName();
  const found = waitingFor(game.id, await api.lobby());
  if (found) {
    const { table } = await api.table(found.code);
    const free = table.seats.find((seat) => seat.kind === "open");
    if (free) return enter(await api.sit(found.code, free.seat, name));
  }
  const plan = { ...usual(game, bots, "friends"), names: [name], public: true };
  await openTable(request(game, plan, speech.t.you, speech.t.nameOf));
}
