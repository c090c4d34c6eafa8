"""The clock, faults and snapshots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._calls import AuthEmulatorError, part, present

if TYPE_CHECKING:
    from ._emulator import Emulator
    from ._project import Project


class Clock:
    """The emulator's clock; every method returns `now`, `offsetMilliseconds`, `frozen`, `warnings`."""

    def __init__(self, emulator: Emulator):
        self._emulator = emulator

    def state(self) -> dict[str, Any]:
        """Returns the time without a change."""
        return self._emulator.call("GET", "clock")

    def advance(self, **time: int) -> dict[str, Any]:
        """Moves the clock by the sum of milliseconds, seconds, minutes, hours and days."""
        return self._emulator.call("POST", "clock:advance", time)

    def set(self, now: str, frozen: bool = False) -> dict[str, Any]:
        """Sets the time, as RFC 3339, and stops the clock if `frozen`."""
        return self._emulator.call("POST", "clock:set", {"now": now, "frozen": frozen})

    def freeze(self) -> dict[str, Any]:
        """Stops the clock."""
        return self._emulator.call("POST", "clock:freeze", {})

    def reset(self) -> dict[str, Any]:
        """Returns to the machine's time."""
        return self._emulator.call("POST", "clock:reset", {})


class Faults:
    """Requests that fail, are late or lose their connection: of a project, or of all."""

    def __init__(self, emulator: Emulator, project: str | None):
        self._emulator, self._project = emulator, project

    def add(
        self, effect: dict[str, Any], on: str | dict[str, Any] | None = None, *,
        times: int | None = None, probability: float | None = None, seed: int | None = None,
    ) -> str:
        """Sets a fault such as `{"status": 503}`, and returns its id.

        `on` is an operation such as `accounts:lookup`, or a match of the control API.
        """
        match = {"operation": on} if isinstance(on, str) else dict(on or {})
        if self._project:
            match["project"] = self._project
        return self._emulator.call("POST", "faults", present(
            match=match, effect=effect, times=times, probability=probability, seed=seed))["id"]

    def list(self) -> list[dict[str, Any]]:
        """Returns the faults that are left."""
        return self._emulator.call("GET", "faults", project=self._project)["faults"]

    def remove(self, id: str) -> None:
        """Removes a fault, which may be used up."""
        try:
            self._emulator.call("DELETE", f"faults/{part(id)}")
        except AuthEmulatorError as error:
            if error.status != 404:
                raise

    def remove_all(self) -> None:
        """Removes every fault."""
        self._emulator.call("DELETE", "faults", project=self._project)


class FaultInForce:
    """A fault of a project; `with` removes it at the end."""

    def __init__(self, faults: Faults, id: str):
        self._faults, self.id = faults, id

    def __enter__(self) -> FaultInForce:
        return self

    def __exit__(self, *_: object) -> None:
        self._faults.remove(self.id)


class Snapshot:
    """A stored state of a project; `with` returns to it at the end and removes it."""

    def __init__(self, project: Project, name: str):
        self._project, self.name = project, name

    def restore(self) -> None:
        """Returns the project to this state."""
        self._project.restore(self.name)

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *_: object) -> None:
        self.restore()
        self._project.emulator.call("DELETE", f"snapshots/{part(self.name)}")
