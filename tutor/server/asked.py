"""What clients ask for behind `ssh HOST`: two words are understood, and for all else there is a sentence."""

from __future__ import annotations

from typing import Literal

Wanted = Literal["tutor", "plain", "progress", "refused"]

NO_COMMANDS = (
    "There is no shell here: ssh HOST opens the tutor, ssh HOST plain its plain lines, "
    "ssh HOST progress prints what you have done."
)
NO_FILES = "No files are copied here: this server has a tutor and nothing else."
NO_SUBSYSTEM = "There is no such subsystem here: this server has a tutor and nothing else."
COPIERS = ("scp", "rsync", "sftp-server", "internal-sftp")


def of_command(command: str) -> tuple[Wanted, str, str]:
    """What a command stands for; where it is refused, what it was for the log, and the sentence for the client."""
    asked = command.split()
    if asked == ["plain"]:
        return "plain", "", ""
    if asked == ["progress"]:
        return "progress", "", ""
    copies = bool(asked) and asked[0].rpartition("/")[2] in COPIERS
    return "refused", *(("copying files", NO_FILES) if copies else ("a command", NO_COMMANDS))


def of_subsystem(subsystem: str) -> tuple[str, str]:
    """What a subsystem was for the log, and the sentence for the client."""
    return ("copying files", NO_FILES) if subsystem == "sftp" else ("a subsystem", NO_SUBSYSTEM)
