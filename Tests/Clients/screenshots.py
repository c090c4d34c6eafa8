"""Takes a screenshot of each screen of the console, light and dark, in three widths: scripts/screenshots."""

import base64
import pathlib
import subprocess
import sys
import tempfile

from browser import OFFLINE, launch, new_page
from conftest import Emulator
from console import Console, furnish

SCREENS = [
    "", "requests", "request", "users", "users/ann", "inbox", "message", "providers", "switches#recentLogin",
    "issuers", "issuers/google.com", "clock", "faults", "snapshots", "data", "scenarios",
    "scenarios/disabled-user",
]
SIZES = {
    "wide": {"width": 1440, "height": 900}, "medium": {"width": 1024, "height": 768},
    "narrow": {"width": 390, "height": 844}}
# The screens with a picture of every size; the others have none of the medium one.
MAIN = ["", "requests", "request", "users", "users/ann", "inbox", "message"]


def name_of(screen):
    return screen.split("#")[0].replace("/", "-").replace(".com", "") or "home"


def set_scene(console):
    """Creates the data of each screen, ten minutes ago, and the refusal on the first screen.

    The refusal is a password change after a sign-in that is not recent.
    """
    console.emulator.control("POST", "clock:advance", {"minutes": -10})
    furnish(console)
    signed_in = console.app("accounts:signInWithPassword", {
        "email": "eve@example.com", "password": "secret1", "returnSecureToken": True})
    console.emulator.control("POST", "clock:reset")
    console.app("accounts:update", {"idToken": signed_in["idToken"], "password": "another1"})


def take(page, path, kind):
    """Converts a screenshot to WebP, which Playwright does not write and which has a quarter of the bytes."""
    session = page.context.new_cdp_session(page)
    options = {"format": kind} | ({"quality": 25} if kind == "webp" else {})
    picture = session.send("Page.captureScreenshot", options)["data"]
    path.write_bytes(base64.b64decode(picture))
    session.detach()


def main(folder, kind):
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        emulator = Emulator(pathlib.Path(place), "--project", "demo-project", stderr=subprocess.DEVNULL)
        browser = launch(OFFLINE)
        try:
            first = Console(emulator, new_page(browser), "demo-project")
            set_scene(first)
            log = emulator.control("GET", "requests?status=4xx&limit=1")
            messages = emulator.control("GET", "projects/demo-project/messages")["messages"]
            items = {"request": f"requests/{log['requests'][0]['id']}", "message": f"inbox/{messages[-1]['id']}"}
            for scheme in ["light", "dark"]:
                for size, viewport in SIZES.items():
                    page = new_page(browser, color_scheme=scheme, viewport=viewport, reduced_motion="reduce")
                    console = Console(emulator, page, "demo-project")
                    for screen in MAIN if size == "medium" else SCREENS:
                        console.open(items.get(screen, screen))
                        console.page.evaluate("document.activeElement.blur()")
                        name = f"console-{name_of(screen)}-{scheme}-{size}.{kind}"
                        take(console.page, folder / name, kind)
                    page.context.close()
        finally:
            browser.close()
            emulator.stop()


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "webp")
