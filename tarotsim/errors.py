"""The ways in which a command ends early, each with one clear line for the user."""


class BadInput(Exception):
    """What the user gave cannot be used: the message says what, where, and what would be right."""

    exit_code = 2


class Fault(Exception):
    """The work itself found something wrong (a damaged part, a log that does not replay)."""

    exit_code = 1


class Interrupted(Exception):
    """The user, or the system, asked to stop: the message says what is safe and how to go on."""

    exit_code = 130
