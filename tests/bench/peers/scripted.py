"""A small server that speaks as boardgame.io's does, for tests of what is measured beside it.

It is ``bench/boardgame_io.js`` without boardgame.io: Socket.IO over a WebSocket, a game of two that
notes how many moves were made. ``python -m tests.bench.peers.scripted`` says where it listens.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter, defaultdict

from websockets.asyncio.server import ServerConnection, broadcast, serve

_ROOM = "/scripted,"


async def main() -> None:
    """Serve until somebody ends it."""
    players: defaultdict[str, set[ServerConnection]] = defaultdict(set)
    moves: Counter[str] = Counter()

    async def play(socket: ServerConnection) -> None:
        await socket.send("0{}")
        async for text in socket:
            assert isinstance(text, str)
            if text == f"40{_ROOM}":
                await socket.send(f"40{_ROOM}{{}}")
                await socket.send("2")  # are you there?
            elif text.startswith(f"42{_ROOM}"):
                event, *given = json.loads(text.removeprefix(f"42{_ROOM}"))
                if event == "sync":
                    match = given[0]
                    players[match].add(socket)
                    await socket.send(_packet("sync", match, {"state": {}}))
                else:
                    move, number, match, _ = given
                    assert move["type"] == "MAKE_MOVE"
                    assert number == moves[match]
                    moves[match] += 1
                    news = _packet("update", match, {"G": {"count": moves[match]}})
                    broadcast(players[match], news)
            else:
                assert text == "3", text

    async with serve(play, "127.0.0.1", 0) as server:
        print(f"listening at {next(iter(server.sockets)).getsockname()[1]}", flush=True)
        await server.serve_forever()


def _packet(*event: object) -> str:
    return f"42{_ROOM}{json.dumps(event)}"


if __name__ == "__main__":
    asyncio.run(main())
