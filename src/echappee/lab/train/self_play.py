"""Games that a net plays against itself and older selves, some steps at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

import echappee
from echappee.lab.batch.arrays import Arrays
from echappee.lab.train.mixture import Group
from echappee.lab.train.network import Network, among_legal
from echappee.rulebook.rulebook import Rulebook

OPENING = 8
"""At most so many moves at the start of a game are made at random."""
OPENED = 0.25
"""So many games begin so."""
STRAYS = 0.1
"""So many of the moves of one who is watched are made at random."""
_HORIZON = 0.95
"""Lambda: how much of what comes later counts against what the net expected."""


class Table:
    """The games of one group, side by side on the device."""

    def __init__(
        self, rules: Rulebook, group: Group, steps: int, seed: int, first: int, play: Play
    ) -> None:
        self.players, self.games = group.players, group.games
        self.rows = slice(first, first + group.games)
        self._play = play
        device = play.device
        cuda = device.type == "cuda"
        # On a GPU groups play at the same time, each in a stream of its own.
        self._stream = torch.cuda.Stream(device) if cuda else None
        self.batch = echappee.batch(
            rules.id, group.games, group.players, group.options, seed, threads=play.threads,
            autoreset="same-step", device="cuda" if cuda else "cpu", stream=self._stream,
            skip_forced=True,
        )  # fmt: skip
        # The batch fills its own arrays, but for what all groups see: that is in one place.
        self._chosen = self._taken(play.chosen[self.rows])
        room = self.batch.new_arrays(steps + 1)
        self._arrays = [self._at(room.at(step), step) for step in range(steps + 1)]
        self.rewards, self.places, self.ended = (
            shared(array, device) for array in (room.rewards, room.places, room.terminated)
        )
        self._seats = shared(room.seat, device)
        self._begin()
        self.batch.reset(into=self._arrays[0])
        self.wait()

    def _at(self, arrays: Arrays, step: int) -> Arrays:
        play = self._play
        return Arrays(
            self._taken(play.observation[step, self.rows]),
            self._taken(play.mask[step, self.rows]),
            arrays.seat, arrays.rewards, arrays.places, arrays.terminated,
        )  # fmt: skip

    def _taken(self, tensor: Tensor) -> Any:
        """The same memory as the batch takes it."""
        return self.batch.taken(tensor.numpy() if tensor.device.type == "cpu" else tensor)

    def _begin(self) -> None:
        if self._stream is not None:
            self._stream.wait_stream(torch.cuda.current_stream(self._play.device))

    def seats(self, step: int) -> Tensor:
        """The seat that is asked in each game."""
        return self._seats[step]

    def step(self, step: int) -> None:
        """Play what was chosen at a step; before anybody looks at what came of it, `wait`."""
        self._begin()
        self.batch.step(self._chosen, self._arrays[step + 1], checked="later")

    def wait(self) -> None:
        """Let what is done with the games' arrays from now on come after their last step."""
        if self._stream is not None:
            torch.cuda.current_stream(self._play.device).wait_stream(self._stream)

    def greedy(self, share: float) -> Callable[[], Tensor]:
        """What the greedy bot would do in each of the first games, a ``share`` of them: begun, and
        told when called."""
        self._begin()
        chosen = self.batch.begin_greedy(self.part(share))

        def tell() -> Tensor:
            told = shared(chosen(), self._play.device)
            self.wait()
            return told

        return tell

    def part(self, share: float) -> int:
        """A ``share`` of the games."""
        return round(share * self.games)

    def go_on(self) -> None:
        """Where the last step led, the next ones begin."""
        self.batch.check()
        self._seats[0] = self._seats[-1]


class Won(msgspec.Struct):
    """What the net won where others sat beside it, and what would be fair, summed over games."""

    shares: float = 0.0
    fair: float = 0.0

    def add(self, own: Tensor, fair: Tensor, games: Tensor) -> None:
        """Games that ended where ``games`` says so."""
        self.shares += float((own * games).sum())
        self.fair += float((fair * games).sum())

    def told(self) -> float | None:
        """As a multiple of a fair share, once there are any; and count anew."""
        found = self.shares / self.fair if self.fair else None
        self.shares = self.fair = 0.0
        return found


class Rivals(msgspec.Struct, frozen=True):
    """Who sits beside the net in some of the games, on all seats but one."""

    older: Network | None = None
    older_share: float = 0.0
    greedy_share: float = 0.0


WATCHED = Rivals(greedy_share=1.0)
"""All games are the greedy bot's."""


class Steps:
    """What was seen and done in some steps of all games: rows are steps, then games."""

    def __init__(
        self, observation: Tensor, mask: Tensor, actions: Tensor, logs: Tensor,
        advantages: Tensor, shares: Tensor, known: Tensor, learnt: Tensor,
    ) -> None:  # fmt: skip
        self.observation, self.mask, self.actions = observation, mask, actions
        self.logs = logs
        """How likely each action was, as a logarithm."""
        self.advantages = advantages
        """By how much it turned out better than expected."""
        self.shares, self.known = shares, known
        """Each seat's share of the win as it turned out, from the one asked; and who sits there."""
        self.learnt = learnt
        """Where something can be learnt: the net itself had a choice."""


class Play:
    """All games that are played to learn from."""

    def __init__(
        self, rules: Rulebook, groups: Sequence[Group], steps: int, seed: int,
        device: torch.device, threads: int,
    ) -> None:  # fmt: skip
        self.device, self.threads, self.steps = device, threads, steps
        self.games = sum(group.games for group in groups)
        self.seats = rules.player_counts()[-1]
        features, actions = rules.feature_count, rules.move_codes + 1
        rows = (steps + 1, self.games)
        self.observation = torch.zeros(*rows, features, device=device)
        self.mask = torch.zeros(*rows, actions, dtype=torch.int8, device=device)
        self.chosen = torch.zeros(self.games, dtype=torch.long, device=device)
        """What is played next in each game."""
        self.tables: list[Table] = []
        first = 0
        for number, group in enumerate(groups):
            self.tables.append(Table(rules, group, steps, seed + number, first, self))
            first += group.games
        self._dice = torch.Generator(device=device).manual_seed(seed)
        place = torch.arange(self.games, device=device)
        self._opening = torch.zeros(self.games, dtype=torch.long, device=device)
        self._open(torch.ones(self.games, dtype=torch.bool, device=device))
        players = torch.cat([torch.full((table.games,), table.players) for table in self.tables])
        self._players = players.to(device)
        self._learner = place % self._players
        self._place = place
        self.ended_games = 0
        self.won_from_older, self.won_from_greedy = Won(), Won()

    def go_on(
        self, network: Network, rivals: Rivals, place_weight: float, watch: bool = False
    ) -> Steps:
        """Play some steps in every game and work out what they brought.

        ``place_weight`` says how much a place counts, against the win alone. To ``watch`` is to let
        rivals play on all seats, but for some moves at random; the actions are what they would do.
        """
        steps, games, device = self.steps, self.games, self.device
        rows = (steps, games)
        actions = torch.zeros(*rows, dtype=torch.long, device=device)
        logs, values = torch.zeros(*rows, device=device), torch.zeros(
            *rows, self.seats, device=device
        )  # fmt: skip
        asked = torch.zeros(*rows, dtype=torch.long, device=device)
        learnt = torch.zeros(*rows, dtype=torch.bool, device=device)
        older, share = rivals.older, rivals.greedy_share
        with_greedy = self._between(0.0, share)
        with_older = self._between(share, share + (rivals.older_share if older else 0.0))
        counted = ((self.won_from_older, with_older), (self.won_from_greedy, with_greedy))
        greedy_games = with_greedy.nonzero().squeeze(1)
        for step in range(steps):
            begun = [table.greedy(share) for table in self.tables if table.part(share)]
            seen, mask = self.observation[step], self.mask[step] != 0
            asked[step] = torch.cat([table.seats(step) for table in self.tables])
            wishes, odds = _ask(network, seen)
            wishes = among_legal(wishes, mask)
            chosen = self._draw(wishes)
            theirs = (with_greedy | with_older) & (asked[step] != self._learner)
            if older is not None:
                others, _ = _ask(older, seen)
                old = self._draw(among_legal(others, mask))
                chosen = torch.where(theirs & with_older, old, chosen)
            if len(greedy_games):
                best = torch.cat([tell() for tell in begun])
                greedy = chosen.index_copy(0, greedy_games, best)
                chosen = torch.where(with_greedy & (theirs | watch), greedy, chosen)
            strays = self._opening > 0
            if watch:
                odd = torch.rand(games, generator=self._dice, device=device) < STRAYS
                strays = strays | odd
            anything = among_legal(torch.zeros_like(wishes), mask)
            played = torch.where(strays, self._draw(anything), chosen)
            done = chosen if watch else played
            logs[step] = torch.log_softmax(wishes, -1).gather(1, done[:, None]).squeeze(1)
            actions[step], values[step] = done, torch.sigmoid(odds)
            learnt[step] = mask.sum(1) > 1
            if not watch:
                learnt[step] &= ~strays & ~theirs
            self.chosen.copy_(played)
            for table in self.tables:
                table.step(step)
            for table in self.tables:
                table.wait()
            ended = torch.cat([table.ended[step + 1] for table in self.tables])
            self._opening = (self._opening - 1).clamp_min(0)
            self._open(ended)
        _, odds = _ask(network, self.observation[steps])
        last = torch.cat([table.seats(steps) for table in self.tables])
        advantages, shares = self._bring(
            values, asked, torch.sigmoid(odds), last, place_weight, () if watch else counted
        )
        known = torch.arange(self.seats, device=device) < self._players[:, None]
        return Steps(
            self.observation[:steps], self.mask[:steps], actions, logs, advantages, shares,
            known.expand(steps, -1, -1), learnt,
        )  # fmt: skip

    def begin_again(self) -> None:
        """The next steps go on from the last ones; what these saw is needed no more."""
        self.observation[0] = self.observation[-1]
        self.mask[0] = self.mask[-1]
        for table in self.tables:
            table.go_on()

    # -------------------------------------------------------------------------------------- inside

    def _draw(self, wishes: Tensor) -> Tensor:
        """An action as likely as it is wished."""
        noise = torch.rand(wishes.shape, generator=self._dice, device=self.device)
        chosen: Tensor = (wishes - (-noise.clamp_min(1e-20).log()).log()).argmax(-1)
        return chosen

    def _open(self, begun: Tensor) -> None:
        """Some of the games that have just begun get an opening at random."""
        size = (self.games,)
        length = torch.randint(1, OPENING + 1, size, generator=self._dice, device=self.device)
        opened = torch.rand(size, generator=self._dice, device=self.device) < OPENED
        self._opening = torch.where(begun, length * opened, self._opening)

    def _between(self, low: float, high: float) -> Tensor:
        """The games of each group that come behind a share of them, up to another."""
        found = []
        for table in self.tables:
            place = torch.arange(table.games, device=self.device)
            found.append((place >= table.part(low)) & (place < table.part(high)))
        return torch.cat(found)

    def _bring(
        self, values: Tensor, asked: Tensor, ahead: Tensor, last: Tensor, place_weight: float,
        counted: Sequence[tuple[Won, Tensor]] = (),
    ) -> tuple[Tensor, Tensor]:  # fmt: skip
        """How much better each action turned out than was expected, and everybody's shares.

        The steps are gone through backwards. Each seat has a place for what it expected when it was
        asked next, and for how much better that turned out; a seat's next choice may come many
        steps later, and what others did in between is part of how it turned out.
        """
        steps, games, seats = values.shape
        ends = torch.stack([_padded(self._ends(place_weight, t), seats) for t in range(steps)])
        over = torch.cat([table.ended[1:] for table in self.tables], 1)
        self._count(ends, over, counted)
        expected = _from_first(ahead, last, self._players)
        better = torch.zeros(games, seats, device=self.device)
        settled = torch.zeros(games, seats, device=self.device)
        advantages = torch.zeros(steps, games, device=self.device)
        shares = torch.zeros(steps, games, seats, device=self.device)
        places = torch.arange(seats, device=self.device)
        for step in reversed(range(steps)):
            ended = over[step][:, None]
            expected = expected.masked_fill(ended, 0)
            better = better.masked_fill(ended, 0)
            settled = torch.where(ended, ends[step], settled)
            turned_out = settled + expected + _HORIZON * better
            seat = asked[step][:, None]
            own = values[step, :, :1]
            gain = turned_out.gather(1, seat) - own
            advantages[step] = gain.squeeze(1)
            shares[step] = _from_asked(turned_out, asked[step], self._players)
            at_seat = places == seat
            better = torch.where(at_seat, gain, better)
            expected = torch.where(at_seat, own, expected)
            settled = settled.masked_fill(at_seat, 0)
        return advantages, shares.clamp(0, 1)

    def _ends(self, place_weight: float, step: int) -> list[Tensor]:
        """By group: what each seat has of the games that ended with a step, in shares."""
        found = []
        for table in self.tables:
            players = table.players
            ended = table.ended[step + 1][:, None]
            won = table.rewards[step + 1] + 1 / players
            behind = (players - table.places[step + 1]).float()
            placed = behind / behind.sum(1, keepdim=True).clamp_min(1)
            share = (1 - place_weight) * won + place_weight * placed
            found.append(share.masked_fill(~ended, 0))
        return found

    def _count(self, ends: Tensor, over: Tensor, counted: Sequence[tuple[Won, Tensor]]) -> None:
        """What the log tells."""
        self.ended_games += int(over.sum())
        own = ends.gather(2, self._learner.expand(len(ends), -1)[..., None]).squeeze(2)
        for won, games in counted:
            won.add(own, 1 / self._players, over & games)


def _ask(network: Network, seen: Tensor) -> tuple[Tensor, Tensor]:
    """What a network says, when nothing is to be learnt from it."""
    with torch.no_grad():
        wishes, odds = network(seen)
    return wishes, odds


def shared(array: Any, device: torch.device) -> Tensor:
    """The same memory as a tensor."""
    if device.type == "cpu":
        return torch.from_numpy(array)
    return torch.as_tensor(array, device=device)


def _padded(parts: Sequence[Tensor], seats: int) -> Tensor:
    """Groups below each other, with columns of zeros for seats where nobody sits."""
    return torch.cat([functional.pad(part, (0, seats - part.shape[1])) for part in parts])


def _from_asked(by_seat: Tensor, asked: Tensor, players: Tensor) -> Tensor:
    """From the first seat on → from the one asked, clockwise; columns beyond are not looked at."""
    seats = torch.arange(by_seat.shape[1], device=by_seat.device)
    places = (asked[:, None] + seats) % players[:, None]
    return by_seat.gather(1, places)


def _from_first(by_place: Tensor, asked: Tensor, players: Tensor) -> Tensor:
    """From the one asked, clockwise → from the first seat on."""
    seats = torch.arange(by_place.shape[1], device=by_place.device)
    places = (seats - asked[:, None]) % players[:, None]
    return by_place.gather(1, places)
