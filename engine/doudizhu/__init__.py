"""Dou Dizhu (斗地主, 闘地主): rules, solver, players; rule numbers cite the project's list."""
