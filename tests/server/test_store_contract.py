"""What every storage promises, whichever database is behind it."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest

from echappee.server.store.storage import DAY, LEASE, CodeInUse, Outrun, Storage
from tests.server.stored import founding, opened, said, storage_in

pytestmark = pytest.mark.anyio

CODES = [f"TABLE{letter}" for letter in "BCDFGHJK"]


async def _outcomes(*work: object) -> list[object]:
    return await asyncio.gather(*work, return_exceptions=True)  # type: ignore[call-overload, no-any-return]


async def test_many_writers_share_commits_and_the_slower_one_loses(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage:
        await asyncio.gather(*(storage.create(founding(code), [], 0) for code in CODES))
        for seq in range(1, 6):
            results = await _outcomes(
                *(storage.append(code, [said(seq)], None) for code in CODES for _ in range(2))
            )
            assert sum(isinstance(result, Outrun) for result in results) == len(CODES)
            assert sum(result is None for result in results) == len(CODES)
        for code in CODES:
            assert await storage.facts(code) == [said(seq) for seq in range(1, 6)]
            assert await storage.facts(code, 3) == [said(4), said(5)]
    async with opened(storage_in(tmp_path)) as storage:  # it was kept
        assert len(await storage.facts(CODES[0])) == 5


async def test_facts_are_kept_all_or_none(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage:
        await storage.create(founding("TABLEB"), [said(1), said(2)], 0)
        for wrong in ([said(3), said(2)], [said(3), said(4), said(3)]):
            with pytest.raises(Outrun):
                await storage.append("TABLEB", wrong, 7)
            assert await storage.facts("TABLEB") == [said(1), said(2)]
            assert await storage.due(7) == []
        await storage.append("TABLEB", [said(3), said(4)], None)
        assert len(await storage.facts("TABLEB")) == 4
        with pytest.raises(Outrun):
            await storage.append("NOBODY", [said(1)], None)


async def test_in_one_commit_only_the_guilty_hear_of_it(tmp_path: Path) -> None:
    """Whatever shares a commit with them."""
    async with opened(storage_in(tmp_path)) as storage:
        for code in CODES:
            await storage.create(founding(code), [said(1)], 0)
        late, unknown = CODES[2], "NOBODY"
        results = await _outcomes(
            *(storage.append(code, [said(1 if code == late else 2)], 9) for code in CODES),
            storage.append(unknown, [said(1)], None),
            storage.create(founding(CODES[0]), [], 0),
            storage.create(founding("ANEWEE", watch=f"{CODES[1]}WW"), [said(1)], 0),
            storage.create(founding("ANEWFF"), [said(1)], 4),
            storage.append("ANEWFF", [said(2)], 5),
            storage.append(CODES[5], [said(3)], None),
            storage.append(CODES[5], [said(3)], None),
        )
        told = [None if result is None else type(result) for result in results]
        ours: list[object] = [Outrun if code == late else None for code in CODES]
        assert told == [*ours, Outrun, CodeInUse, CodeInUse, None, None, None, Outrun]
        assert await storage.find("ANEWEE") is None
        assert await storage.facts("ANEWEE") == []
        assert await storage.facts("ANEWFF") == [said(1), said(2)]
        assert await storage.facts(late) == [said(1)]
        assert await storage.facts(CODES[5]) == [said(1), said(2), said(3)]
        wanted = ["ANEWFF", *(code for code in CODES if code != late)]
        assert await storage.due(9) == wanted  # the most urgent first


async def test_a_table_is_found_by_either_code(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage:
        await storage.create(founding("TABLEB"), [], 0)
        assert await storage.find("TABLEB") == founding("TABLEB")
        assert await storage.find("TABLEBWW") == founding("TABLEB")
        assert await storage.find("NOTHING") is None
        assert await storage.facts("NOTHING") == []


async def test_the_latest_numbers_of_many_tables(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as storage:
        await storage.create(founding(CODES[0]), [said(1), said(2)], 0)
        await storage.create(founding("EMPTYY"), [], 0)
        assert await storage.latest([CODES[0], "EMPTYY"]) == {CODES[0]: 2, "EMPTYY": 0}
        assert await storage.latest([]) == {}


async def test_nodes_announce_themselves(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as one, opened(storage_in(tmp_path)) as other:
        await one.announce("one", b"1", 100)
        await other.announce("two", b"2", 200)
        assert sorted(await one.announced(100)) == [("one", b"1"), ("two", b"2")]
        assert await other.announced(101) == [("two", b"2")]
        await one.announce("one", b"", 300)
        assert sorted(await other.announced(150)) == [("one", b""), ("two", b"2")]
        await one.announce("one", None, 300)
        assert await other.announced(0) == [("two", b"2")]


async def test_what_is_due_is_given_to_one_and_again_if_he_does_nothing(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as one, opened(storage_in(tmp_path)) as other:
        for place, code in enumerate(CODES):
            await one.create(founding(code), [], 50 - place)
        await one.create(founding("NEVERB"), [], 0)
        await one.append(CODES[-1], [], 0)  # nothing is due any more
        await one.append(CODES[-2], [said(1)], None)  # that is left as it is
        assert await one.due(40) == []
        taken = await asyncio.gather(*(store.due(60) for store in (one, other, one, other)))
        assert Counter(code for codes in taken for code in codes) == Counter(CODES[:-1])
        assert CODES[-2] in [codes[0] for codes in taken if codes]  # that first
        done, *died = CODES[:-1]
        await other.append(done, [said(1)], 0)
        assert await one.due(60 + LEASE - 1) == []
        assert sorted(await other.due(60 + LEASE)) == sorted(died)


async def test_offers_last_while_they_are_confirmed(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as one, opened(storage_in(tmp_path)) as other:
        await one.offer("TABLEB", b"first", 10)
        await other.offer("TABLEC", b"other", 15)
        await one.offer("TABLEB", b"second", 20)
        assert sorted(await other.offers(0)) == [(10, b"second"), (15, b"other")]
        assert await other.offers(20) == [(10, b"second")]
        await one.offer("TABLEB", None, 21)
        assert await other.offers(0) == [(15, b"other")]
        await one.offer("TABLED", None, 16 + DAY)  # who died confirms nothing any more
        assert await other.offers(0) == []


async def test_a_record_is_kept_once(tmp_path: Path) -> None:
    async with opened(storage_in(tmp_path)) as one, opened(storage_in(tmp_path)) as other:
        await asyncio.gather(*(store.keep_record("X", "é\n€", 1) for store in (one, other, one)))
        await one.keep_record("X", "another", 2)
        assert await other.record("X") == "é\n€"
        assert await other.record("Y") is None


async def test_nodes_that_race_store_every_number_once(tmp_path: Path, seed: int) -> None:
    """Three nodes write at the same tables at once, several facts each: the winner's are there."""
    dice = random.Random(seed)
    async with (
        opened(storage_in(tmp_path)) as first,
        opened(storage_in(tmp_path)) as second,
        opened(storage_in(tmp_path)) as third,
    ):
        nodes: list[Storage] = [first, second, third]
        made = await _outcomes(
            *(node.create(founding(code), [], 0) for code in CODES for node in nodes)
        )
        assert sum(isinstance(one, CodeInUse) for one in made) == 2 * len(CODES)
        stored: dict[str, list[str]] = {code: [] for code in CODES}
        for turn in range(12):
            work, asked = [], []
            for name, node in enumerate(nodes):
                for code in dice.sample(CODES, dice.randint(2, len(CODES))):
                    count = dice.randint(1, 3)
                    texts = [f"{turn}.{name}.{place}" for place in range(count)]
                    number = len(stored[code]) + 1
                    facts = [said(number + place, text) for place, text in enumerate(texts)]
                    work.append(node.append(code, facts, dice.choice([None, turn])))
                    asked.append((code, texts))
            results = await _outcomes(*work)
            won = Counter()  # type: Counter[str]
            for (code, texts), result in zip(asked, results, strict=True):
                assert result is None or isinstance(result, Outrun), result
                if result is None:
                    won[code] += 1
                    stored[code] += texts
            assert set(won) == {code for code, _ in asked}
            assert set(won.values()) == {1}
        for code in CODES:
            facts = await third.facts(code)
            assert [one.fact.id for one in facts] == stored[code]
            assert [one.seq for one in facts] == list(range(1, len(facts) + 1))
