"""The rules of patience: pure functions over plain data.

No I/O, no clock, no randomness; standard library only.

What lives where, in the order in which the modules build on each other:

- `cards`     card codes and the two decks (French, Spanish), card <-> text
- `reasons`   one code for each way in which the engine can refuse
- `variant`   what distinguishes one variant from another, as data
- `table`     piles, and the four steps (move, up, down, reverse) that are all that ever changes them
- `moves`     a player's move, its notation, the names of a table's piles
- `views`     what a player may see of a table
- `advice`    what help is made of
- `games`     the families: `base` says what a family owes; `spider`, `klondike` and `maze` are the rules, and
              what is beside each of them, as `spider_help`, is its help
- `solvers`   whether and how a whole table can be won, hidden cards taken as known
- `verdict`   the same, asked only where the player knows every card
- `deals`     deal ID <-> seed, the shuffle, a whole deal as JSON
- `hints`     help for a player, from what the player sees
- `attempt`   a deal played: actions in, steps or a reason out; undo; cards ever seen
- `solvers`   whether a whole table, every card known, can be won, and how

Imports point upwards in this list only. A server or a program mostly needs `attempt.Attempt` and `deals`.
"""
