"""Drives auth-emulator from tests: a project for each test, seeds, time, faults, snapshots, tokens.

Every method is one call of the control API, whose bodies and answers `docs/control-api.md` describes.
"""

from ._calls import AuthEmulatorError
from ._emulator import Emulator, binary
from ._project import Project
from ._state import Clock, Faults, Snapshot

__all__ = ["AuthEmulatorError", "Clock", "Emulator", "Faults", "Project", "Snapshot", "binary"]
