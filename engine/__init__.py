"""The rules of patience: pure functions over plain data.

No I/O, no clock, no randomness; standard library only.

What lives where, in the order in which the modules build on each other:

- `cards`     card codes and the two decks (French, Spanish), card <-> text
- `reasons`   one code for each way in which the engine can refuse
- `variant`   what distinguishes one variant from another, as data
- `table`     piles, and the four steps (move, up, down, reverse) that are all that ever changes them
- `moves`     a player's move, its notation, the names of a table's piles
- `games`     the families: `base` says what a family owes; `spider`, `klondike` and `maze` are the rules
- `deals`     deal ID <-> seed, the shuffle, a whole deal as JSON
- `views`     what a player may see of a table
- `attempt`   a deal played: actions in, steps or a reason out; undo; cards ever seen
- `solvers`   whether a whole table, every card known, can be won, and how

Imports point upwards in this list only. A server or a program mostly needs `attempt.Attempt` and `deals`.
"""
