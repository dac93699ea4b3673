"""What a stranger slips into a page does nothing: no script of theirs runs, nothing is loaded or sent."""

from __future__ import annotations

from pathlib import Path

from tests.browser.chromium import Browser
from tests.browser.conftest import PageOf

SLIPPED = """
<script>document.title = 'owned';</script>
<img src="nowhere.png" onerror="document.title = 'owned'">
<img src="https://example.invalid/seen.png">
<svg onload="document.title = 'owned'"></svg>
<base href="https://example.invalid/">
<style>body { background: url(https://example.invalid/seen.png) }</style>
<iframe srcdoc="<script>parent.document.title = 'owned'</script>"></iframe>
<a id="lure" href="javascript:document.title = 'owned'">x</a>
"""


def test_what_is_slipped_into_a_page_does_nothing(
    browser: Browser, page_of: PageOf, tmp_path: Path
) -> None:
    text = page_of("clans_glory", "aid").read_text("utf-8")
    assert "</main>" in text
    file = tmp_path / "page.html"
    file.write_text(text.replace("</main>", f"{SLIPPED}</main>"), "utf-8")
    page = browser.page(file)
    page.evaluate("document.getElementById('lure').click()")
    assert page.evaluate("document.title") != "owned"
    asked = {
        event["params"]["requestId"]
        for event in page.heard()
        if event["method"] == "Network.requestWillBeSent"
        and "example.invalid" in event["params"]["request"]["url"]
    }
    blocked = {
        event["params"]["requestId"]
        for event in page.heard()
        if event["method"] == "Network.loadingFailed"
        and event["params"].get("blockedReason") == "csp"
    }
    assert asked <= blocked  # none has left the machine
    assert any("Content Security Policy" in str(each) for each in page.complaints())
    page.close()
