"""The log on the console's screens: its filters and keys, the copies and the tokens of one request."""

import json
import re
import subprocess
import urllib.parse

from console import ANN, sign_in
from playwright.sync_api import expect

IOS = "iOS/FirebaseSDK/11.4.0/FirebaseCore-iOS"


def refuse(console, password="wrong1"):
    """A sign-in with a wrong password; returns the id of its request."""
    answer = console.answer(
        "accounts:signInWithPassword", {"email": "ann@example.com", "password": password},
        {"X-Client-Version": IOS})
    return answer.headers["X-Emulator-Explain"]


def sign_in_with_google(console, **claims):
    """Signs a person in with a token of the fake Google; returns the answer."""
    token = console.emulator.mint("google.com", account={"email": "gus@example.com"}, claims=claims or None)
    return console.app("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "returnSecureToken": True,
        "postBody": f"providerId=google.com&id_token={token['idToken']}"})


def test_a_row_names_user_provider_and_sdk(console, ann):
    refuse(console)
    sign_in_with_google(console)
    console.open("requests")
    expect(console.rows).to_have_count(2)
    google, password = console.rows.nth(0), console.rows.nth(1)
    assert "gus@example.com" in google.inner_text() and "google.com" in google.inner_text()
    assert re.search(r"\d\d:\d\d:\d\d\.\d{3}", password.locator("time").inner_text())
    password.get_by_role("link", name="accounts:signInWithPassword").click()
    console.wait_for("Apple 11.4.0")


def test_twenty_requests_are_seen_and_their_numbers_are_aligned(console):
    for _ in range(25):
        console.app("accounts:signUp", {"returnSecureToken": True})
    console.page.set_viewport_size({"width": 1280, "height": 800})
    console.open("requests")
    expect(console.rows).to_have_count(25)
    seen = console.rows.evaluate_all(
        "all => all.filter(row => row.getBoundingClientRect().bottom <= 800).length")
    assert seen >= 20
    edges = console.rows.locator("[data-label=Took] > div").evaluate_all(
        "all => all.map(one => [getComputedStyle(one).textAlign, one.getBoundingClientRect().right])")
    assert {align for align, _ in edges} == {"right"} and len({right for _, right in edges}) == 1
    # An exact time has the day, the zone and the time in UTC on hover, and a relative one as well.
    exact = console.rows.first.locator("time")
    assert re.search(r"^\d{4}-\d\d-\d\d .*\.\d{3} \(.*Z\)$", exact.get_attribute("title"))
    console.open("users")
    ago = console.page.locator("td[data-label=Created] time").first
    assert re.fullmatch(r"now|\d+ (s|min) ago", ago.inner_text())
    assert re.search(r"^\d{4}-\d\d-\d\d .*Z\)$", ago.get_attribute("title"))


def test_filters_stay_in_the_address_through_reload_and_back(console, ann):
    sign_in(console)
    refuse(console)
    console.open("requests")
    console.page.get_by_label("Filter").fill("wrong or not that of user ann")
    console.wait_for("No request passes these filters.")
    console.page.get_by_label("Filter").fill("user ann")
    console.page.get_by_label("Outcome").select_option("refused")
    expect(console.rows).to_have_count(1)
    console.page.wait_for_url(re.compile("q=user(\\+|%20)ann.*outcome=refused"))
    console.page.reload()
    expect(console.rows).to_have_count(1)
    assert console.page.get_by_label("Outcome").input_value() == "refused"
    console.rows.get_by_role("link").first.click()
    console.page.get_by_role("heading", name="was refused").wait_for()
    console.page.go_back()
    expect(console.rows).to_have_count(1)
    assert console.page.get_by_label("Filter").input_value() == "user ann"


def test_a_link_to_a_place_in_the_list_shows_that_place(console):
    for _ in range(90):
        console.app("accounts:signUp", {})
    console.open("requests")
    expect(console.rows).to_have_count(50)
    console.click("Show more")
    expect(console.rows).to_have_count(90)
    row = console.rows.nth(70)
    top = row.evaluate("""(row) => {
        row.scrollIntoView({ block: "start" });
        const rows = [...document.querySelectorAll("tbody tr")];
        return rows.find((one) => one.getBoundingClientRect().top >= 0).dataset.id;
    }""")
    console.page.wait_for_url(re.compile(f"at={top}"))
    console.page.reload()
    console.settle()
    shown = console.page.locator(f"tr[data-id='{top}']")
    expect(shown).to_be_in_viewport()
    # New requests do not move the list, and are counted.
    console.app("accounts:signUp", {})
    console.page.get_by_role("button", name="1 new").click()
    console.until(lambda: console.page.evaluate("window.scrollY === 0"))
    console.click("Pause")
    console.app("accounts:signUp", {"displayName": "paused"})
    console.page.get_by_text("Paused.").wait_for()
    console.click("Continue")


def test_requests_are_grouped_by_session_and_by_user_or_address(console, ann):
    first = sign_in(console)
    console.app("accounts:lookup", {"idToken": first["idToken"]})
    console.app("accounts:signInWithPassword", {"email": "bea@example.com", "password": "wrong1"})
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550199"})
    console.open("requests")
    cells = console.page.locator("td[data-label=User]")
    expect(cells).to_have_text(["+15555550199", "bea@example.com", "ann@example.com", "ann@example.com"])
    console.page.get_by_label("Group by").select_option("session")
    console.page.get_by_role("heading", name=re.compile("^ann, signed in")).get_by_role("link").click()
    expect(console.page.locator("tbody tr")).to_have_count(2)
    console.open("requests")
    console.page.get_by_label("Group by").select_option("user")
    console.page.get_by_role("heading", name="ann 2 requests").wait_for()
    # A refused sign-in belongs to the address that it was sent for.
    console.page.get_by_role("heading", name="bea@example.com 1 request").get_by_role("link").click()
    expect(console.page.locator("tbody tr")).to_have_count(1)
    cells.get_by_role("link").click()
    console.wait_for("No user has “bea@example.com”")


def test_a_row_keeps_how_the_list_is_filtered_and_shown(console, ann):
    for _ in range(2):
        sign_in(console)
    shown = {"q": "signIn", "by": "user", "decisions": "1"}
    console.open("requests", **shown)
    heading = console.page.get_by_role("heading", name="ann 2 requests")
    rows = console.page.locator(".list tbody tr")
    for number in range(2):
        rows.nth(number).get_by_role("link", name="accounts:signInWithPassword").click()
        console.page.get_by_role("region", name="The chosen request").wait_for()
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlparse(console.page.url).query))
        assert query.items() >= shown.items()
    # Also in another window, and back at the list alone.
    console.page.reload()
    heading.wait_for()
    expect(rows.nth(0).locator(".decisions")).to_be_visible()
    console.click("All requests", role="link")
    expect(console.page.locator(".pane")).to_be_hidden()
    heading.wait_for()
    assert console.page.get_by_label("All decisions").is_checked()


def test_the_keys_move_open_and_search(console, ann):
    refuse(console)
    sign_in(console)
    console.open("requests")
    expect(console.rows).to_have_count(2)
    keyboard = console.page.keyboard
    console.page.evaluate("document.activeElement.blur()")
    keyboard.press("j")
    keyboard.press("j")
    keyboard.press("Enter")
    refused = console.page.get_by_role("heading", name="INVALID_PASSWORD")
    succeeded = console.page.get_by_role("heading", name="accounts:signInWithPassword", exact=True)
    refused.wait_for()
    # The request beside.
    for key, heading in [("k", succeeded), ("j", refused), ("ArrowUp", succeeded), ("ArrowDown", refused)]:
        keyboard.press(key)
        heading.wait_for()
    console.open("requests")
    keyboard.press("/")
    assert console.page.evaluate("document.activeElement.type") == "search"
    keyboard.type("jk?")
    assert console.page.get_by_label("Filter").input_value() == "jk?"
    console.page.evaluate("document.activeElement.blur()")
    keyboard.press("?")
    console.dialog.get_by_role("heading", name="Keys").wait_for()
    console.dialog.get_by_label("The keys are on").uncheck()
    keyboard.press("Escape")
    console.page.evaluate("document.activeElement.blur()")
    keyboard.press("?")
    expect(console.dialog).to_have_count(0)
    # Without keys, the button below the screens turns them on.
    console.click("Keys")
    console.dialog.get_by_label("The keys are on").check()
    keyboard.press("Escape")
    console.page.evaluate("document.activeElement.blur()")
    keyboard.press("?")
    expect(console.dialog).to_have_count(1)


def test_a_token_is_decoded_with_what_in_it_decided(console):
    console.seed(users=[ANN], settings={"requireConfiguredProviders": "on", "verifyCredentials": "on"},
                 providers={"google.com": {"enabled": True, "clientId": "web-1"}})
    refused = sign_in_with_google(console)
    assert "error" in refused
    console.open(f"requests/{console.requests()[0]['id']}")
    token = console.page.locator(".token")
    expect(token).to_have_count(1)
    assert json.loads(token.locator("pre").first.inner_text())["email"] == "gus@example.com"
    decided = token.locator(".decided")
    assert "aud" in decided.inner_text() and "auth-emulator-client" in decided.inner_text()
    console.page.get_by_role("heading", name="postBody, decoded").wait_for()
    console.page.locator("summary").get_by_text(re.compile("^Headers")).click()
    assert "python-requests" in console.page.get_by_role("table", name="Headers").inner_text()
    # Passwords and tokens are masked until they are asked for.
    exchange = console.page.locator(".exchange pre").first
    assert "…" in exchange.inner_text()
    code = token.locator(".copied code").first
    assert code.inner_text() == "eyJhbG…"
    console.click("Show passwords and tokens")
    assert code.inner_text().count(".") == 2
    assert "…" not in console.page.locator(".exchange pre").first.inner_text()


def test_each_copy_sends_the_same_request_again(console, ann, tmp_path):
    password = "it's \"wrong\" $1 \\ \n é #\"#"
    console.open(f"requests/{refuse(console, password=password)}")

    def copy(name):
        return console.copy(name, re.compile("^Copied .*with passwords and tokens"))

    def last():
        return console.emulator.control("GET", f"requests/{console.requests()[0]['id']}?secrets=true")

    before = last()
    subprocess.run(["bash", "-c", copy("Copy as curl")], check=True, capture_output=True)
    after_curl = last()
    console.page.evaluate(f"async () => {{ {copy('Copy as fetch')} }}")
    after_fetch = last()
    assert len({one["id"] for one in (before, after_curl, after_fetch)}) == 3
    for repeated in (after_curl, after_fetch):
        assert (repeated["request"], repeated["client"], repeated["status"]) == (before["request"], IOS, 400)
    main = tmp_path / "main.swift"
    main.write_text(copy("Copy as Swift"))
    program = tmp_path / "repeat"
    subprocess.run(["swiftc", "-swift-version", "6", "-warnings-as-errors", "-o", program, main], check=True)
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    assert printed.startswith("400 ") and "INVALID_PASSWORD" in printed
    after_swift = last()
    assert after_swift["id"] != after_fetch["id"]
    assert (after_swift["request"], after_swift["client"]) == (before["request"], IOS)
    scenario = json.loads(copy("Copy as a scenario"))
    ran = console.emulator.control("POST", "scenarios:run", {"scenario": scenario})
    assert ran["passed"], ran
    assert ran["project"] != console.project


def test_a_scenario_of_a_request_has_the_state_before_it(console):
    console.seed(users=[{**ANN, "displayName": "${key}"}])
    sign_in(console)
    console.app("accounts:signUp", {"email": "new@example.com", "password": "secret1"})
    console.emulator.owner("POST", f"v1/projects/{console.project}/accounts:query", {})
    log = console.requests()[:3]
    assert [one["status"] for one in log] == [200, 200, 200]
    for request in log:
        console.open(f"requests/{request['id']}")
        scenario = json.loads(console.copy("Copy as a scenario", re.compile("^Copied the scenario")))
        [ann] = [user for user in scenario["seed"]["users"] if user["localId"] == "ann"]
        assert ann["displayName"] == "${$}{key}"
        ran = console.emulator.control("POST", "scenarios:run", {"scenario": scenario})
        assert ran["passed"], (request["operation"], ran)


def test_the_reasons_of_a_narrow_list_begin_at_its_edge(console, ann):
    refuse(console)
    # A refusal that names no user.
    console.answer("accounts:sendOobCode", {"requestType": "nothing"}, {})
    console.page.set_viewport_size({"width": 390, "height": 844})
    console.open("requests")
    expect(console.rows).to_have_count(2)
    lefts = console.rows.locator("[data-label=Why]").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().x)")
    assert len(set(lefts)) == 1, lefts
