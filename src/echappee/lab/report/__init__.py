"""Reports on a game that a designer reads: what happens at its table, measured and told.

`report` measures, `page` writes it down; each figure is a module of its own: what is measured, as
a value, and the section that tells it. All games are played through `plays`.
"""
