"""The command line's verbs that do not fit beside the others, and what all verbs share."""
