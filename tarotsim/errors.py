"""The two ways a command ends badly, each with one clear line for the user."""


class BadInput(Exception):
    """What the user gave cannot be used: the message says what, where, and what would be right."""

    exit_code = 2


class Fault(Exception):
    """The work itself found something wrong (a damaged part, a log that does not replay)."""

    exit_code = 1
