"""Drives a headless Chromium by its DevTools protocol, through a pipe."""

import base64
import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time

# Debian's name comes first; the others are those of other systems.
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PATIENCE = 60
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, ""), "ArrowDown": (40, ""), "ArrowUp": (38, ""),
        "PageDown": (34, ""), "Home": (36, ""), "End": (35, ""), "/": (191, "/"), " ": (32, " ")}


def find():
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Failed(Exception):
    """What the browser or the page reports."""


class Chromium:
    """A browser of its own, which ends with the context."""

    def __init__(self, path, files=False):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        arguments = [path, "--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run", "--mute-audio",
                     "--hide-scrollbars", "--disable-background-networking", "--disable-component-update",
                     "--disable-dev-shm-usage", "--force-color-profile=srgb", f"--user-data-dir={self.profile.name}"]
        # As root its sandbox does not work. It only opens files of our own.
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        if files:
            arguments.append("--allow-file-access-from-files")
        for_browser, self.commands = os.pipe()
        self.events, from_browser = os.pipe()

        def as_three_and_four():
            first, second = os.dup(for_browser), os.dup(from_browser)
            high = os.dup2(first, 60), os.dup2(second, 61)
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self.process = subprocess.Popen(arguments, preexec_fn=as_three_and_four, close_fds=False,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(for_browser)
        os.close(from_browser)
        self.number = 0
        self.buffer = b""
        self.waiting = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close")
            self.process.wait(5)
        except (Failed, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.events)
        self.profile.cleanup()

    def send(self, method, parameters=None, session=None):
        """Calls a method, and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        number = self.number
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                if "error" in answer:
                    raise Failed(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.waiting.append(answer)

    def event(self, method, session):
        """Waits for an event."""
        while True:
            for index, message in enumerate(self.waiting):
                if message.get("method") == method and message.get("sessionId") == session:
                    return self.waiting.pop(index)["params"]
            self.waiting.append(self._receive())

    def _receive(self):
        while b"\0" not in self.buffer:
            if not select.select([self.events], [], [], PATIENCE)[0]:
                raise Failed(f"the browser said nothing for {PATIENCE} seconds")
            data = os.read(self.events, 1 << 20)
            if not data:
                raise Failed("the browser ended")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def page(self, width=1360, height=900):
        return Page(self, width, height)


class Page:
    """A tab."""

    def __init__(self, browser, width, height):
        self.browser = browser
        self.target = browser.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = browser.send("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Log", "DOM"):
            self.send(f"{domain}.enable")
        self.resize(width, height)

    def send(self, method, parameters=None):
        return self.browser.send(method, parameters, self.session)

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride",
                  {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def open(self, path):
        """Opens a file, and waits until it is loaded."""
        self.browser.waiting.clear()
        self.send("Page.navigate", {"url": path if "://" in str(path) else f"file://{os.path.abspath(path)}"})
        self.browser.event("Page.loadEventFired", self.session)

    def complaints(self):
        """What went wrong in the page: exceptions, and what its policy forbade."""
        found = []
        for message in self.browser.waiting:
            if message.get("sessionId") != self.session:
                continue
            if message.get("method") == "Runtime.exceptionThrown":
                found.append(message["params"]["exceptionDetails"].get("exception", {}).get("description", "exception"))
            elif message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                found.append(message["params"]["entry"]["text"])
        return found

    def evaluate(self, expression):
        """The value of an expression, or of its promise."""
        answer = self.send("Runtime.evaluate", {"expression": expression, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise Failed(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, what=None):
        """Waits until an expression holds."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise Failed(f"waited in vain for {what or condition}; the page says: {self.text('body')[:400]}")
            time.sleep(0.02)

    def text(self, selector):
        """The text of the first element, as it is shown."""
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''")

    def texts(self, selector):
        return self.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map((node) => node.innerText)")

    def click(self, selector, clicks=1):
        """Clicks on the middle of the first element."""
        place = self.evaluate(f"""(() => {{
            const node = document.querySelector({json.dumps(selector)});
            node?.scrollIntoView({{ block: 'nearest' }});
            const box = node?.getBoundingClientRect();
            return box && [box.x + Math.min(box.width / 2, 20), box.y + box.height / 2];
        }})()""")
        if place is None:
            raise Failed(f"there is no {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent",
                      {"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": clicks})

    def press(self, key):
        """Presses a key."""
        code, text = KEYS[key]
        common = {"key": key, "code": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", {"type": "keyDown", "text": text, **common})
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", **common})

    def type(self, text):
        self.send("Input.insertText", {"text": text})

    def drop(self, path, place=(300, 400)):
        """Drops a file onto the page."""
        data = {"items": [], "files": [os.path.abspath(path)], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.send("Input.dispatchDragEvent", {"type": kind, "x": place[0], "y": place[1], "data": data})

    def media(self, media="", **features):
        """Takes another medium, such as `print`, or preference, such as `prefers_color_scheme="dark"`."""
        self.send("Emulation.setEmulatedMedia", {"media": media, "features": [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()]})

    def screenshot(self, path, clip=None):
        """Saves what can be seen as PNG, or `clip`, an element, with all of it."""
        parameters = {"format": "png", "captureBeyondViewport": clip is not None}
        if clip:
            parameters["clip"] = self.evaluate(f"""(() => {{
                const box = document.querySelector({json.dumps(clip)}).getBoundingClientRect();
                return {{ x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height, scale: 1 }};
            }})()""")
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot", parameters)["data"]))

    def printed_pages(self):
        """How many sheets of paper the page takes."""
        document = base64.b64decode(self.send("Page.printToPDF", {"printBackground": False})["data"])
        return int(re.search(rb"/Type /Pages\s+/Count (\d+)", document)[1])
