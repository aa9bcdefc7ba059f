"""A bot of one file: it looks one move ahead, in a few possible worlds."""

import numpy as np

from echappee.bots.chair import Chair


class Careful:
    name = "careful"

    def choose(self, chair: Chair) -> str | None:
        rules, worlds = chair.rulebook.functions, chair.worlds(4)
        places = np.zeros(chair.players, np.int64)
        totals = []
        for move in chair.moves.codes():
            totals.append(0)
            for world in worlds.copy():
                rules.apply(world, chair.seat, move, chair.chance())
                rules.ranking(world, places)
                totals[-1] += int(places[chair.seat])
        if chair.out_of_turn or not totals:
            return None
        return chair.moves[totals.index(min(totals))]
