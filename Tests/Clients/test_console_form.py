"""The console's form: the log and the inbox beside what is chosen, Home, users, forms and charts."""

import itertools
import json
import re

import pytest
from console import ANN, sign_in
from playwright.sync_api import expect
from test_console_log import refuse

WIDE = {"width": 1440, "height": 900}


def test_the_chosen_request_stands_beside_the_list_which_stays(console, ann):
    console.page.set_viewport_size(WIDE)
    refuse(console)
    sign_in(console)
    console.open("requests")
    rows = console.page.locator(".list tbody tr")
    expect(rows).to_have_count(2)
    rows.nth(1).evaluate("row => { row.dataset.mine = 'yes'; }")
    # A click anywhere on the row opens it.
    rows.nth(1).locator("[data-label=Why]").click()
    pane = console.page.get_by_role("region", name="The chosen request")
    pane.get_by_role("heading", name="INVALID_PASSWORD").wait_for()
    assert rows.nth(1).get_attribute("data-mine") == "yes"
    expect(rows.nth(1)).to_have_attribute("aria-current", "true")
    # First why and what to change, then request and response side by side, and the rest folded.
    text = pane.inner_text()
    order = [text.index(word) for word in ["The password is not", "What to change", "Request", "Response", "decision"]]
    assert order == sorted(order)
    boxes = [pane.get_by_role("heading", name=name, exact=True).bounding_box() for name in ["Request", "Response"]]
    assert boxes[0]["y"] == boxes[1]["y"] and boxes[0]["x"] < boxes[1]["x"]
    address = console.page.url
    assert "/emulator/ui/requests/" in address
    # The list follows live, and the chosen row stays chosen.
    sign_in(console)
    expect(rows).to_have_count(3)
    expect(rows.nth(2)).to_have_attribute("aria-current", "true")
    console.page.go_back()
    expect(pane).to_be_hidden()
    console.page.goto(address)
    pane.get_by_role("heading", name="INVALID_PASSWORD").wait_for()
    expect(console.page.locator(".list tr[aria-current]")).to_have_count(1)


def test_a_new_request_leaves_the_chosen_row_in_its_place(console):
    console.page.set_viewport_size(WIDE)
    for _ in range(45):
        console.app("accounts:signUp", {})
    console.open("requests")
    row = console.page.locator(".list tbody tr").nth(5)
    row.get_by_role("link").first.click()
    chosen = console.page.locator(".list tr[aria-current]")
    chosen.wait_for()
    place = chosen.bounding_box()["y"]
    console.app("accounts:signUp", {})
    console.until(lambda: console.page.locator(".list tbody tr").count() == 46)
    assert abs(chosen.bounding_box()["y"] - place) <= 1


def test_a_sign_in_by_page_is_one_row_that_opens_into_its_steps(console):
    console.emulator.control(
        "POST", f"issuers/google.com/accounts?project={console.project}", {"email": "gus@example.com", "name": "Gus"})
    window = console.page.context.new_page()
    window.goto(f"{console.emulator.url}/emulator/auth/handler?apiKey=emulator-{console.project}&providerId=google.com"
                "&authType=signInViaPopup&redirectUrl=http://localhost:3000/&eventId=123&appName=x")
    window.click("text=Use the sign-in page of fake")
    window.get_by_role("button", name="Gus").click()
    window.wait_for_url(re.compile("/auth/handler.*code="))
    window.close()
    console.app("accounts:signUp", {})
    console.open("requests")
    rows = console.page.locator(".list tbody tr")
    expect(rows).to_have_count(2)
    rows.nth(1).get_by_role("button", name=re.compile(r"\d steps")).click()
    console.page.locator(".list").get_by_text("issuer.signIn").wait_for()
    steps = rows.count() - 1
    assert steps > 3
    rows.nth(1).get_by_role("button", name=f"{steps} steps").click()
    expect(rows).to_have_count(2)


def test_the_reason_has_the_width_that_the_other_columns_leave(console, ann):
    refuse(console)
    for width in [1280, 1440, 1920]:
        console.page.set_viewport_size({"width": width, "height": 800})
        console.open("requests")
        cut = console.page.locator(".list tbody").evaluate("""(body) => [...body.querySelectorAll("td > div, .cut")]
            .filter((one) => !one.closest("[data-label=Why]") && one.scrollWidth > one.clientWidth + 1)
            .map((one) => one.textContent)""")
        assert cut == [], width
        sizes = console.page.locator(".list tbody tr").first.locator("td").evaluate_all(
            "all => all.map((one) => [one.dataset.label, one.getBoundingClientRect().width])")
        assert max(sizes, key=lambda size: size[1])[0] == "Why"


def test_a_message_stands_beside_the_inbox_which_stays_live(console, ann):
    console.page.set_viewport_size(WIDE)
    console.open("inbox")
    console.wait_for("No message was sent")
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
    rows = console.page.locator(".list tbody tr")
    rows.get_by_role("link", name="Reset the password").click()
    pane = console.page.get_by_role("region", name="The chosen message")
    pane.get_by_role("link", name="Open the link").wait_for()
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550199"})
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_have_class("unread")
    expect(pane.get_by_role("link", name="Open the link")).to_be_visible()
    # An arrow opens the one beside, with its code.
    console.page.keyboard.press("ArrowUp")
    code = console.control("GET", "verificationCodes")["verificationCodes"][0]["code"]
    expect(pane.locator(".big")).to_have_text(code)
    assert float(pane.locator(".big").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 28
    expect(rows.nth(0)).not_to_have_class("unread")
    console.page.keyboard.press("ArrowDown")
    with console.page.expect_popup() as popup:
        console.click("Open the link", pane, role="link")
    popup.value.fill("input[type=password]", "changed1")
    popup.value.click("button")
    popup.value.get_by_role("status").wait_for()
    assert "idToken" in sign_in(console, password="changed1")
    # A used one says so.
    expect(rows.nth(1)).to_have_class("used")
    pane.get_by_text("used", exact=True).wait_for()


def test_a_user_has_its_address_first_and_its_uid_is_copied_by_a_click(console):
    console.seed(users=[{**ANN, "localId": "the-uid-of-ann", "providers": [{"providerId": "google.com", "rawId": "1"}]}])
    console.open("users")
    row = console.page.locator("tbody tr")
    labels = row.locator("th, td").evaluate_all("all => all.map((one) => one.dataset.label)")
    assert labels[:2] == ["User", "UID"]
    assert row.locator("th").inner_text() == "ann@example.com"
    assert re.sub(r"\s+", " ", row.locator("[data-label='Signs in with']").inner_text()).count("Google") == 1
    assert console.copy("Copy the uid the-uid-of-ann", "Copied the uid") == "the-uid-of-ann"


def test_the_view_of_a_user_has_what_support_asks_for(console):
    console.seed(users=[{**ANN, "customClaims": {"plan": "pro"}, "mfa": [{"phone": "+15555550111", "displayName": "Phone"}]}])
    refuse(console)
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "ann@example.com"})
    console.open("users/ann")
    for heading in ["Signs in with", "Second factors", "Custom claims", "Profile", "Sessions", "Last requests", "Messages"]:
        assert console.page.get_by_role("heading", name=heading).is_visible(), heading
    text = console.text()
    assert "The password is not that of user ann" in text and "Reset the password" in text
    # The history is a line.
    console.page.get_by_role("img", name=re.compile("created, then .*INVALID_PASSWORD")).wait_for()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_names_on_the_line_of_a_user_do_not_overlap(console, ann, width):
    console.page.set_viewport_size({"width": width, "height": 800})
    console.emulator.control("POST", "clock:advance", {"hours": 62})
    sign_in(console)
    console.emulator.control("POST", "clock:advance", {"hours": 38})
    refuse(console)
    console.open("users/ann")
    names = console.page.locator(".chart text")
    expect(names.first).to_be_visible()
    ends = sorted(names.evaluate_all(
        "(some) => some.map((one) => one.getBBox()).map(({ x, width }) => [x, x + width])"))
    assert len(ends) > 1 and all(left[1] <= right[0] for left, right in itertools.pairwise(ends)), ends


def test_the_life_of_a_token_is_a_line_by_the_clock_of_the_emulator(console):
    console.seed(users=[{**ANN, "customClaims": {"plan": "pro"}}])
    console.open("users/ann")
    console.click("Sign in as this user")
    life = console.page.locator(".token").first.get_by_role("img")
    expect(life).to_have_attribute("aria-label", "The token is valid.")
    assert json.loads(console.page.locator(".token pre").first.inner_text())["plan"] == "pro"
    # The page has another time than the emulator for a moment.
    console.emulator.control("POST", "clock:advance", {"seconds": 1})
    console.complete("Revoke sessions", "Revoke")
    console.page.get_by_text("Revoked.").wait_for()
    assert int(console.user("ann")["validSince"]) > 0
    expect(life).to_have_attribute("aria-label", "The token is revoked.")
    token = sign_in(console)["idToken"]
    console.emulator.control("POST", "clock:advance", {"hours": 2})
    console.open("issuers")
    console.page.get_by_label("A token of any issuer").fill(token)
    expect(console.page.locator(".token").get_by_role("img")).to_have_attribute("aria-label", "The token is expired.")


SETTINGS = [
    ("Password and e-mail link", "signIn.email.enabled", True), ("Phone number", "signIn.phoneNumber.enabled", True),
    ("Anonymous", "signIn.anonymous.enabled", True), ("One account per address", "signIn.allowDuplicateEmails", False),
    ("Clients may sign up", "client.permissions.disabledUserSignup", False),
    ("Clients may delete themselves", "client.permissions.disabledUserDeletion", False),
]


def test_a_setting_has_a_positive_label_and_a_reset(console):
    def stored(path):
        value = console.admin("GET", "config")
        for name in path.split("."):
            value = value.get(name, {})
        return value or False

    console.open("providers")
    for label, path, is_on in SETTINGS:
        box = console.page.get_by_label(label, exact=True)
        expect(box).to_be_checked()
        box.uncheck()
        reset = console.page.get_by_role("button", name=f"Reset {label}", exact=True)
        reset.wait_for()
        assert stored(path) is not is_on, path
        reset.click()
        expect(reset).to_have_count(0)
        expect(box).to_be_checked()
        assert stored(path) is is_on, path
    console.open("switches")
    console.page.get_by_label("codeExpiry", exact=True).select_option("on")
    console.click("Reset codeExpiry")
    console.page.get_by_text("codeExpiry is warn now.").wait_for()
    assert console.control("GET", "settings")["codeExpiry"] == "warn"


KEY = ("-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgevZzL1gdAFr88hb2"
       "OF/2NxApJCzGCEDdfSp6VQO30hyhRANCAAQRWz+jn65BtOMvdyHKcvjBeBSDZH2r\n1RTwjmYSi9R/zpBnuQ4EiMnCqfMPWiZqB4QdbAd0E7oH50VpuZ1P087G"
       "\n-----END PRIVATE KEY-----\n")
FORMS = [
    ("apple.com", {"Services ID": "web", "Bundle ids": "com.example.a, com.example.b", "Team ID": "TEAM123456",
                   "Key ID": "KEY1234567", "Private key": KEY},
     lambda config: (config["clientId"], config["appleSignInConfig"]["bundleIds"],
                     config["appleSignInConfig"]["codeFlowConfig"]["teamId"]),
     ("web", ["com.example.a", "com.example.b"], "TEAM123456")),
    ("oidc.corp", {"Client id": "app", "Name": "Corp", "Client secret": "s3"},
     lambda config: (config["clientId"], config["displayName"], config["responseType"].get("code")), ("app", "Corp", True)),
    ("saml.corp", {"Entity id of the app": "sp-2"}, lambda config: config["spConfig"]["spEntityId"], "sp-2"),
]


@pytest.mark.parametrize(("provider", "values", "read", "expected"), FORMS, ids=[form[0] for form in FORMS])
def test_the_form_of_a_provider_has_the_fields_of_the_provider(console, provider, values, read, expected):
    console.open(f"providers/{provider}")
    console.click("Configure it")
    console.page.get_by_role("button", name="Edit", exact=True).wait_for()
    console.click("Edit")
    for label, value in values.items():
        console.fill(label, value)
    if provider.startswith("oidc."):
        flow = console.page.get_by_label("Flow")
        # The Admin API rejects both at once, as production does.
        assert flow.locator("option").all_text_contents() == ["code", "ID token"]
        flow.select_option("code")
    console.submit("Save")
    collection = {"a": "defaultSupportedIdpConfigs", "o": "oauthIdpConfigs", "s": "inboundSamlConfigs"}[provider[0]]
    assert read(console.admin("GET", f"{collection}/{provider}")) == expected


def test_the_tenant_of_an_app_at_microsoft_is_stored_with_the_rest_of_its_registration(console):
    console.seed(providers={"microsoft.com": {"clientId": "app", "registration": {"secretEndDateTime": "2030-01-31T00:00:00Z"}}})
    console.open("providers/microsoft.com")
    console.complete("Edit", "Save", {"Tenant": "contoso.com", "Client secret": "s3"})
    [project] = console.emulator.control("GET", f"export?project={console.project}")["projects"].values()
    provider = project["providers"]["microsoft.com"]
    assert provider["registration"] == {"tenantId": "contoso.com", "secretEndDateTime": "2030-01-31T00:00:00Z"}
    assert (provider["clientId"], provider["clientSecret"]) == ("app", "s3")


def test_a_run_of_a_scenario_links_each_step_to_its_request(console):
    console.open("scenarios/disabled-user")
    with console.page.expect_response(re.compile(":run$")) as run:
        console.click("Run it")
    console.page.get_by_text("passed").wait_for()
    steps = console.page.locator("section .steps li")
    statuses = [step.locator(".badge").nth(1) for step in steps.all()]
    assert [one.inner_text() for one in statuses] == ["200", "200", "400", "400"]
    # A refusal is not green, although the scenario expects it.
    assert ["bad" in one.get_attribute("class").split() for one in statuses] == [False, False, True, True]
    expect(steps.get_by_role("link", name="Request")).to_have_count(4)
    # The answer names them: a request of the log that looks the same is another.
    ids = [step["request"] for step in run.value.json()["steps"]]
    links = steps.get_by_role("link", name="Request").evaluate_all(
        "all => all.map(one => one.pathname.split('/').at(-1))")
    assert links == ids
    steps.nth(2).get_by_role("link", name="Request").click()
    console.page.get_by_role("heading", name="accounts:signInWithPassword was refused: USER_DISABLED").wait_for()


def test_the_menu_has_three_groups_with_icons(console):
    console.open()
    menu = console.page.get_by_role("navigation", name="Screens")
    groups = menu.locator("ul").evaluate_all("all => all.map((one) => one.querySelectorAll('a > svg').length)")
    assert groups == [4, 3, 5]


def cost(console, screen):
    """Returns the rows that a screen shows first, and the bytes of each answer that it reads for them."""
    console.open("clock")
    answers = []

    def hear(answer):
        answers.append(answer)
    console.page.on("response", hear)
    console.move(screen)
    console.page.remove_listener("response", hear)
    return console.page.locator("tbody tr").count(), {answer.url: len(answer.body()) for answer in answers}


@pytest.mark.parametrize(("screen", "list_of"), [("users", "/users?"), ("requests", "/requests?")])
def test_many_users_and_requests_cost_a_screen_no_more_than_some(console, screen, list_of):
    def add(users, requests):
        console.seed(users=[{"localId": f"u{number}", "email": f"u{number}@example.com"} for number in users])
        for _ in range(requests):
            console.app("accounts:signUp", {})

    add(range(100, 220), 120)
    console.open(screen)
    rows, answers = cost(console, screen)
    add(range(1000, 4000), 500)
    many_rows, many_answers = cost(console, screen)
    assert rows == many_rows == 50
    assert any(list_of in url for url in answers)
    assert many_answers.keys() == answers.keys()
    assert all(many_answers[url] <= size * 1.1 + 100 for url, size in answers.items())
