"""The games themselves: rules, solvers and players.  Pure: no clock, no input or output."""
