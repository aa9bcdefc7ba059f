/** The page of a game that has no folder of its own: its view as it is sent, its moves as buttons. */
import type { GamePage } from "../games/types";
import Board from "./Board.svelte";

const page: GamePage = { Board, describe: (move) => move };

export default page;
