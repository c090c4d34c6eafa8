"""The console with hostile values, and in a browser that stores nothing."""

import re

import requests

TAG = "<img src=x onerror=\"window.hacked=1\">"
HOSTILE = [
    TAG, "\"><script>window.hacked=1</script>", "' onmouseover='window.hacked=1",
    "</title></style><style>*{display:none}</style>", "javascript:window.hacked=1//",
    "{{constructor.constructor('window.hacked=1')()}}",
]


def check_nothing_ran(console, screen):
    page = console.page
    assert page.evaluate("window.hacked") is None, screen
    # No value became an element.
    assert page.locator("main img, main script, main style, main iframe, main [onerror]").count() == 0
    assert page.evaluate("document.styleSheets.length") == 1, screen
    hrefs = page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)")
    assert [href for href in hrefs if not re.match("https?:|blob:", href)] == [], screen


def test_hostile_values_show_as_text(console):
    console.emulator.control("POST", "faults", {
        "match": {"project": console.project, "operation": "accounts:delete"},
        "effect": {"error": {"message": TAG}}})
    console.seed(users=[
        {"localId": f"u{n}", "email": f"h{n}@example.com", "displayName": text, "photoUrl": text,
         "customClaims": {"c": text},
         "providers": [{"providerId": "google.com", "rawId": f"raw{n}{text}", "displayName": text}]}
        for n, text in enumerate(HOSTILE)],
        people={"google.com": [{"sub": f"s{n}", "email": f"p{n}@example.com", "name": text}
                               for n, text in enumerate(HOSTILE)]})
    address = f"{console.emulator.url}/identitytoolkit.googleapis.com/v1"
    for text in HOSTILE:
        requests.post(
            f"{address}/accounts:signInWithIdp?key=emulator-{console.project}", timeout=60,
            headers={"User-Agent": text, "X-Client-Version": text},
            json={"requestUri": text, "postBody": f"providerId={text}&id_token={text}", text: text})
        requests.post(
            f"{address}/accounts:sendOobCode?key=emulator-{console.project}", timeout=60, json={
                "requestType": "PASSWORD_RESET", "email": "h0@example.com",
                "continueUrl": f"http://localhost/{text}"})
        requests.post(f"{console.emulator.url}/{text}", timeout=60, data=text)
    log = console.emulator.control("GET", f"requests?project={console.project}&status=4xx")
    messages = console.control("GET", "messages")["messages"]
    screens = [
        "", "requests", f"requests/{log['requests'][0]['id']}", "users", *(
            f"users/u{n}" for n in range(len(HOSTILE))), "inbox", f"inbox/{messages[0]['id']}",
        "issuers/google.com", "faults", "providers/<img src=x onerror=window.hacked=1>"]
    console.open()
    for screen in screens:
        console.move(screen)
        check_nothing_ran(console, screen)
    console.open("users")
    assert TAG in console.text()
    console.open("users/u0")
    assert TAG in console.text()
    console.open("users", q=TAG)
    check_nothing_ran(console, "search")


def test_a_browser_that_refuses_to_store_shows_messages_and_has_keys(console):
    console.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied'); } })")
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550100"})
    message = console.control("GET", "messages")["messages"][0]["id"]
    console.open(f"inbox/{message}")
    console.page.locator(".mail").get_by_text("is your verification code").wait_for()
    console.page.keyboard.press("?")
    console.page.get_by_role("dialog", name="Keys").wait_for()
