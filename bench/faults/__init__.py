"""Games played through a balancer while everything behind it fails, and what is left of them.

- `client`: people who play, reconnect by themselves and send again what was not answered.
- `company`: those who sit at one table, game after game.
- `history`: what each of them writes down.
- `node`, `cluster`, `proxy`: the nodes, the engines behind them, and what cuts them off.
- `nemesis`: what goes wrong, and when.
- `stored`, `checker`: what the database holds in the end, and whether it is what people were told.
- `report`: the figures.
"""
