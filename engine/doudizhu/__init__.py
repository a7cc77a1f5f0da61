"""Dou Dizhu (斗地主, 闘地主): rules, fewest plays, players.  Rule numbers cite the project's list."""
