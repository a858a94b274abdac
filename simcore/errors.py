"""Errors that are the user's to mend: shown as a message with the remedy, exit code 2, never a traceback."""

import difflib
from collections.abc import Iterable


class UserError(Exception):
    """What went wrong, where, and what to do about it."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """', did you mean "x"?' for the nearest known word, or nothing."""
    close = difflib.get_close_matches(str(word), list(known), n=1, cutoff=0.6)
    return f', did you mean "{close[0]}"?' if close else ""
