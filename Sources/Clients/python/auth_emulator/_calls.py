"""Errors and parts of calls of the control API."""

from __future__ import annotations

import urllib.parse
from typing import Any


class AuthEmulatorError(Exception):
    """A call that failed, with the emulator's own message; `status` is None without an answer."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status


def part(text: str) -> str:
    return urllib.parse.quote(text, safe="")


def present(**members: Any) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}
