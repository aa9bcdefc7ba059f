"""The log of a match: copies are free, and none of them ever sees what another one adds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from echappee.match.log import Log

Doing = tuple[str, int, int]
DOINGS = st.lists(
    st.tuples(st.sampled_from(["append", "copy", "cut"]), st.integers(0, 7), st.integers(0, 12)),
    max_size=60,
)


@given(DOINGS)
def test_copies_are_as_independent_as_those_of_a_list(doings: list[Doing]) -> None:
    logs, lists = [Log[int]()], [list[int]()]
    for what, which, number in doings:
        log, plain = logs[which % len(logs)], lists[which % len(logs)]
        if what == "append":
            log.append(number)
            plain.append(number)
        elif what == "cut":
            log.cut(number)
            del plain[number:]
        else:
            logs.append(log.copy())
            lists.append(plain.copy())
    for log, plain in zip(logs, lists, strict=True):
        assert list(log) == plain
        assert len(log) == len(plain)
        assert log[2:] == plain[2:]
        assert log[-3:-1] == plain[-3:-1]
        assert [log[-1 - i] for i in range(len(log))] == plain[::-1]


def test_the_latest_copy_adds_in_place_and_others_do_not() -> None:
    log = Log(range(3))
    later = log.copy()
    later.append(3)
    assert later._shared is log._shared
    log.append(9)
    assert later._shared is not log._shared
    assert (list(log), list(later)) == ([0, 1, 2, 9], [0, 1, 2, 3])


def test_what_another_one_added_is_out_of_reach() -> None:
    log = Log(range(3))
    log.copy().append(3)
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            log[beyond]
    assert log[-1] == 2
