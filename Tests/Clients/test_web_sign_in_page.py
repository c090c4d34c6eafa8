"""The page on which a person of a provider is chosen, in a browser that reaches loopback alone."""

import contextlib
import json
import re

import pytest
from browser import add_account, app, new_page
from playwright.sync_api import Error, expect


def test_the_page_keeps_its_address_while_a_person_chooses(app):
    window = app.popup("google.com")
    before = window.url
    assert "/emulator/auth/handler?" in before
    assert window.get_by_text("Sign in with Google.com").count() == 1
    window.click("#add-account-button")
    window.fill("textarea[name=claims]", "[")
    window.click("#sign-in")
    window.wait_for_selector("[role=alert]")
    assert window.url == before
    window.fill("textarea[name=claims]", "")
    window.click("#sign-in")
    assert app.outcome()["isNewUser"] is True


def test_a_link_of_an_imported_user_is_on_the_list(app):
    app.emulator.owner("POST", f"v1/projects/{app.project}/accounts:batchCreate", {"users": [{
        "localId": "imported", "email": "ida@example.com", "providerUserInfo": [
            {"providerId": "google.com", "rawId": "1234", "email": "ida@example.com"}]}]})
    app.popup("google.com").click("text=ida@example.com")
    assert app.outcome()["localId"] == "imported"


def test_the_page_works_with_the_keyboard_alone(app):
    window = app.popup("google.com")
    for _ in range(20):
        window.keyboard.press("Tab")
        if window.evaluate("() => document.activeElement.textContent") == "Add new account":
            break
    window.keyboard.press("Enter")
    assert window.evaluate("() => document.activeElement.id") == "email-input"
    window.keyboard.type("ann@example.com")
    # The window closes, perhaps before the key is released.
    with contextlib.suppress(Error):
        window.keyboard.press("Enter")
    assert app.outcome()["email"] == "ann@example.com"


def test_the_redirect_needs_no_javascript_on_the_page(shared_emulator, chromium):
    page = new_page(chromium, java_script_enabled=False)
    target = f"{shared_emulator.url}/emulator/action"
    page.goto(
        f"{shared_emulator.url}/emulator/auth/handler?apiKey=k&appName=a&authType=signInViaRedirect"
        f"&providerId=google.com&redirectUrl={target}")
    page.fill("#email-input", "ann@example.com")
    page.click("#sign-in")
    page.wait_for_url(target)
    page.context.close()


@pytest.mark.parametrize("email", ["ann@ex\u00e4mple.de", "j\u00fcrgen@example.com"])
@pytest.mark.parametrize("page", ["own", "issuer"])
def test_an_address_that_is_not_ascii_travels_unharmed(app, email, page):
    window = app.popup("google.com")
    if page == "own":
        add_account(window, email=email)
    else:
        window.click("text=Use the sign-in page of fake Google")
        window.fill("#email", email)
        window.click("text=Make the account and continue")
    assert app.outcome()["email"] == email


HOSTILE = "</script><img src=x onerror=alert(1)>\"'&+% \U0001F600"


def test_hostile_texts_show_as_text_and_travel_unharmed(app):
    app.add_person(
        "google.com", email="mallory@example.com", name=HOSTILE,
        picture="https://example.com/x.png?a=%22%3E%3Cscript%3E&b=+")
    dialogs = []
    custom = json.dumps({"team": HOSTILE})
    window = app.popup("google.com", query={"customParameters": custom, "scopes": HOSTILE, "hl": HOSTILE})
    window.on("dialog", lambda dialog: dialogs.append(dialog) or dialog.dismiss())
    assert HOSTILE in window.inner_text("main")
    window.click("text=mallory@example.com")
    user = app.outcome()
    assert user["displayName"] == HOSTILE
    assert user["photoUrl"] == "https://example.com/x.png?a=%22%3E%3Cscript%3E&b=+"
    assert not dialogs


# The elements that public suites click on the official page.
WIDGET = [
    "#accounts-list li", "li#add-account-button.js-new-account", "#add-account-button > button > div",
    "#content button", "button#autogen-button > div", "form#main-form input#email-input",
    "#add-user #display-name-input", "#screen-name-input", "#profile-photo-input",
    "button#sign-in[type=submit] > span", "li.js-reuse-account .mdc-list-item__primary-text",
    "li.js-reuse-account .mdc-list-item__secondary-text", "#title", "#form-content", "#back-button",
]


def test_suites_for_the_official_page_find_their_elements(app):
    app.add_person("google.com", email="ann@example.com", name="Ann Lee")
    window = app.popup("google.com")
    window.wait_for_selector("li.js-reuse-account")
    assert window.title() == "Auth Emulator IDP Login Widget"
    assert window.inner_text("h1") == "Sign-in with Google.com"
    assert window.evaluate("() => typeof window.toggleForm") == "function"
    assert {selector: window.locator(selector).count() for selector in WIDGET} == {
        selector: 2 if selector in ("#accounts-list li", "#content button") else 1 for selector in WIDGET}
    claims = json.loads(window.evaluate(
        "() => decodeURIComponent(document.querySelector('.js-reuse-account').dataset.idToken)"))
    assert claims["email"] == "ann@example.com"
    window.evaluate("() => document.querySelector('.js-new-account button').click()")
    assert window.get_by_label("Email", exact=True).is_visible()
    window.click("#back-button")
    assert not window.get_by_label("Email", exact=True).is_visible()
    # A click on the item itself, as by a script.
    window.evaluate("() => document.querySelector('.js-reuse-account').click()")
    assert app.outcome()["email"] == "ann@example.com"


PERSONAL, WORK = "9188040d-6c67-4c5b-b112-36a304b66dad", "0f6f2ae2-4a2c-4f0b-9dbd-7a3d0a3c8a11"


@pytest.mark.parametrize(("provider", "parameters", "email", "tenant"), [
    ("google.com", {"login_hint": "ann@corp.example"}, "ann@corp.example", None),
    ("google.com", {"hd": "corp.example"}, r"person\.\d{6}@corp\.example", None),
    ("microsoft.com", {"tenant": "consumers", "login_hint": "ann@outlook.example"},
     "ann@outlook.example", PERSONAL),
    ("microsoft.com", {"tenant": WORK}, ".+", WORK),
    ("microsoft.com", {"tenant": "organizations"}, ".+", None)])
def test_the_form_has_what_the_app_asks_the_provider_for(app, provider, parameters, email, tenant):
    window = app.popup(provider, query={"customParameters": json.dumps(parameters)})
    window.click("#add-account-button")
    if not parameters.get("login_hint"):
        window.click("#autogen-button")
    window.click("#sign-in")
    user = app.outcome()
    assert re.fullmatch(email, user["email"])
    assert tenant is None or json.loads(user["rawUserInfo"]).get("tid", tenant) == tenant


@pytest.mark.parametrize("javascript", [True, False])
def test_a_search_finds_whom_a_long_list_leaves_out(app, chromium, javascript):
    people = [{"sub": str(1000 + index), "email": f"person{index}@example.com",
               "name": f"Person {index}"} for index in range(150)]
    app.seed(people={"google.com": people})
    page = new_page(chromium, java_script_enabled=javascript)
    target = f"{app.emulator.url}/emulator/action"
    page.goto(
        f"{app.emulator.url}/emulator/auth/handler?apiKey=emulator-{app.project}&appName=a"
        f"&authType=signInViaRedirect&providerId=google.com&redirectUrl={target}")
    rows = page.locator("li.js-reuse-account")
    assert rows.count() == 100
    assert page.get_by_text("There are more than 100 accounts").is_visible()
    for text, emails in [
            ("PERSON149@", ["person149@example.com"]), ("1137", ["person137@example.com"]), ("100%", [])]:
        page.fill("#search-input", text)
        page.press("#search-input", "Enter")
        page.wait_for_selector(f"#search-input[value='{text}']")
        expect(page.locator("li.js-reuse-account small:first-of-type")).to_have_text(emails)
    assert page.get_by_text("No account has this text").is_visible()
    page.fill("#search-input", "1149")
    page.click("button[value=search]")
    page.click("text=person149@example.com")
    page.wait_for_url(target)
    page.context.close()
