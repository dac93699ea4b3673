"""A headless Chromium for tests: commands go through a pipe, answers and events come back.

Speaks the browser's own protocol over the pipes 3 and 4, so that neither a driver nor a library is
needed: Debian's package `chromium` is enough.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
PATIENCE = 30.0


class Browser:
    """One browser process; `page` opens a page in it."""

    def __init__(self) -> None:
        program = next((found for name in NAMES if (found := shutil.which(name))), None)
        if program is None:
            raise RuntimeError("no Chromium here: `apt-get install chromium`")
        self._home = tempfile.mkdtemp(prefix="rulelang-browser-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()

        def wire() -> None:
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        self._process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                "--no-first-run", "--disable-extensions", "--disable-dev-shm-usage",
                "--disable-background-networking", "--disable-component-update",
                f"--user-data-dir={self._home}", "about:blank",
            ],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=wire, pass_fds=(3, 4),
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._rest = b""
        self._number = 0
        self._waiting: list[dict[str, Any]] = []

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _value: BaseException | None, _trace: TracebackType | None
    ) -> None:  # fmt: skip
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._home, ignore_errors=True)

    # --- messages --------------------------------------------------------------------------------------

    def call(self, method: str, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Send a command and return its answer; events on the way are kept."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if session is not None:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        wanted = self._number
        while True:
            got = self._receive()
            if got.get("id") == wanted:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']['message']}")
                answer: dict[str, Any] = got["result"]
                return answer
            self._waiting.append(got)

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            got = os.read(self._in, 1 << 20)
            if not got:
                raise RuntimeError("Chromium has gone")
            self._rest += got
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def events(self, session: str) -> list[dict[str, Any]]:
        """Take the events of a page that came so far."""
        mine = [event for event in self._waiting if event.get("sessionId") == session]
        self._waiting = [event for event in self._waiting if event.get("sessionId") != session]
        return mine

    def page(self, file: Path, *, width: int = 1200, height: int = 900, dark: bool = False) -> Page:
        """Open a file and wait until it is loaded."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, attached["sessionId"], target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        colours = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        page.call("Emulation.setEmulatedMedia", features=[colours])
        page.call("Emulation.setLocaleOverride", locale="en-US")
        page.open(file)
        return page


class Page:
    """One page of the browser."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self._browser = browser
        self._session = session
        self._target = target
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command to this page."""
        return self._browser.call(method, self._session, **params)

    def open(self, file: Path) -> None:
        """Load a file."""
        self.call("Page.navigate", url=file.as_uri())
        self.until(lambda: self.evaluate("document.readyState") == "complete")

    def close(self) -> None:
        """Close the page."""
        self._browser.call("Target.closeTarget", targetId=self._target)

    def evaluate(self, script: str) -> Any:
        """Return the value of an expression of JavaScript in the page."""
        got = self.call(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in got:
            raise RuntimeError(
                got["exceptionDetails"].get("exception", {}).get("description", script)
            )
        return got["result"].get("value")

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError("the page did not get there")
            time.sleep(0.02)

    def type(self, text: str) -> None:
        """Type a text where the focus is."""
        self.call("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Press and release a key."""
        text = {"Enter": "\r", "Tab": ""}.get(key, key if len(key) == 1 else "")
        codes = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "/": 191}
        common = {"key": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def heard(self) -> list[dict[str, Any]]:
        """All events of the page so far."""
        self.evaluate("1")
        self.events += self._browser.events(self._session)
        return self.events

    def complaints(self) -> list[str]:
        """Everything that the console or the browser complained about."""
        said = []
        for event in self.heard():
            method, params = str(event["method"]), event["params"]
            match method:
                case "Runtime.exceptionThrown":
                    said.append(
                        params["exceptionDetails"]
                        .get("exception", {})
                        .get("description", "exception")
                    )
                case "Runtime.consoleAPICalled":
                    said.append(f"console.{params['type']}")
                case "Log.entryAdded":
                    said.append(params["entry"]["text"])
                case _:
                    pass
        return said

    def requests(self) -> list[str]:
        """The addresses that the page asked for."""
        asked = [event for event in self.heard() if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]

    def screenshot(self, file: Path) -> None:
        """Save what is seen as a PNG."""
        file.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def print_pdf(self, **options: Any) -> bytes:
        """Return the page as it prints."""
        got = self.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True, **options)
        return base64.b64decode(got["data"])
