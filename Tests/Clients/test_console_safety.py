"""The console with hostile values, in a browser that stores nothing, and with requests that fail."""

import re

import pytest
import requests
from playwright.sync_api import expect

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
    for text in HOSTILE:
        console.answer(
            "accounts:signInWithIdp",
            {"requestUri": text, "postBody": f"providerId={text}&id_token={text}", text: text},
            {"User-Agent": text, "X-Client-Version": text})
        console.answer("accounts:sendOobCode", {
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


def test_a_browser_whose_storage_is_full_keeps_choices_until_the_page_is_closed(console, ann):
    console.page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full'); }")
    console.open("users")
    console.page.get_by_text("Filters and columns").click()
    console.page.get_by_label("Column Telephone").check()
    console.move("clock")
    console.move("users")
    console.page.get_by_role("columnheader", name="Telephone").wait_for()
    console.page.keyboard.press("?")
    console.dialog.get_by_label("The keys are on").uncheck()
    console.page.locator("#notice").get_by_text("The keys are off").wait_for()
    console.click("Close", console.dialog)
    console.page.keyboard.press("?")
    expect(console.dialog).to_have_count(0)


def test_an_address_with_a_malformed_project_is_refused_with_a_way_on(console):
    answer = console.page.goto(f"{console.emulator.url}/emulator/ui/users?project=bad%20id!")
    assert answer.status == 400
    expect(console.page.get_by_role("main")).to_contain_text("A project id has")
    console.page.get_by_role("link", name="Open the console").click()
    console.settle()
    expect(console.page.get_by_label("Project", exact=True)).to_have_value("demo-project")


def test_an_address_with_a_malformed_tenant_has_one_message_and_the_menu(console):
    console.open("users", tenant="bad!")
    expect(console.page.locator("main").get_by_text("INVALID_TENANT_ID")).to_have_count(1)
    console.page.get_by_label("Tenant", exact=True).select_option("")
    console.wait_for("has no users yet")


def press(name):
    return lambda console: console.click(name)


FAILING = {
    "filter": (
        "requests", r"/v1/requests\?", lambda console: console.page.get_by_label("Control calls").check()),
    "next page": ("requests", r"/v1/requests\?", press("Show more")),
    "reload after a change": (
        "inbox", r"/messages\?limit", lambda console: console.complete("Delete all", "Delete")),
    "form to open": ("faults", r"/faults:describe", press("Set a fault")),
    "change": ("users/ann", r"/accounts:update", press("Disable")),
}


@pytest.mark.parametrize("name", FAILING)
def test_what_fails_is_shown(console, ann, name):
    screen, path, act = FAILING[name]
    for _ in range(51):
        console.app("accounts:signUp", {})
    console.open(screen)
    console.page.route(re.compile(path), lambda route: route.fulfill(
        status=503, json={"error": {"code": 503, "message": "It is unavailable."}}))
    act(console)
    expect(console.page.locator("#notice .problem")).to_have_text("It is unavailable.")
