"""Five tasks of a tester through the console, each with the most clicks that it may take."""

import pytest
from console import ANN, sign_in
from playwright.sync_api import expect
from test_console_form import KEY, WIDE
from test_console_log import sign_in_with_google


class Hand:
    """A person at the console, whose clicks are counted; one who chooses from a list clicks twice."""

    def __init__(self, console):
        self.console, self.page, self.clicks, self.fields = console, console.page, 0, 0

    def click(self, name, role="link", within=None):
        self.clicks += 1
        (within or self.page).get_by_role(role, name=name, exact=True).first.click()

    def press(self, name, within=None):
        self.click(name, "button", within)

    def choose(self, label, option):
        self.clicks += 2
        self.page.get_by_label(label, exact=True).select_option(option)

    def tick(self, label):
        self.clicks += 1
        self.page.get_by_label(label, exact=True).check()

    def fill(self, label, text):
        self.fields += 1
        self.page.get_by_label(label, exact=True).fill(text)

    def sees(self, text):
        self.page.locator("main").get_by_text(text).first.wait_for()


def see_why_a_sign_in_was_refused(hand):
    hand.sees("The password is not that of user ann")
    hand.sees("What to change")


def see_the_refused_request(hand):
    hand.click("accounts:signInWithPassword was refused: INVALID_PASSWORD")
    hand.sees("The password is not that of user ann")
    expect(hand.page.get_by_role("heading", name="Response", exact=True)).to_be_visible()


def open_a_reset_link(hand):
    hand.click("Inbox")
    with hand.page.expect_popup() as popup:
        hand.click("Open the link", within=hand.page.get_by_role("row").filter(has_text="ann@example.com"))
    popup.value.locator("input[type=password]").wait_for()


def create_a_disabled_user_with_two_providers(hand):
    hand.click("Users")
    hand.press("Create a user")
    hand.fill("E-mail address", "bea@example.com")
    hand.fill("Providers", "google.com, apple.com")
    hand.tick("Disabled")
    hand.press("Create")
    hand.page.get_by_role("heading", name="bea@example.com").wait_for()
    [user] = hand.console.control("GET", "users?search=bea")["users"]
    assert user["disabled"] is True
    assert {link["providerId"] for link in user["providerUserInfo"]} == {"google.com", "apple.com"}


def see_what_production_would_have_done(hand):
    hand.sees("Production would answer differently")
    hand.sees("requireConfiguredProviders")


def set_apple_up_for_revocation(hand):
    hand.click("Providers")
    hand.press("Add a provider")
    hand.choose("Provider", "apple.com")
    for label, text in [("Services ID", "web"), ("Team ID", "TEAM123456"), ("Key ID", "KEY1234567"), ("Private key", KEY)]:
        hand.fill(label, text)
    hand.press("Add")
    hand.page.get_by_role("heading", name="apple.com").wait_for()
    config = hand.console.admin("GET", "defaultSupportedIdpConfigs/apple.com")
    assert config["appleSignInConfig"]["codeFlowConfig"]["keyId"] == "KEY1234567"


TASKS = [(see_why_a_sign_in_was_refused, 0), (see_the_refused_request, 1), (open_a_reset_link, 2),
         (create_a_disabled_user_with_two_providers, 4), (see_what_production_would_have_done, 0),
         (set_apple_up_for_revocation, 5)]


def set_scene(console):
    console.seed(users=[ANN, {"localId": "bob", "email": "bob@example.com"}])
    for address in ["ann@example.com", "bob@example.com"]:
        console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": address})
    sign_in_with_google(console)
    sign_in(console, password="wrong1")


@pytest.mark.parametrize(("task", "most"), TASKS, ids=[task.__name__ for task, _ in TASKS])
def test_a_task_takes_few_clicks_from_home(console, task, most):
    console.page.set_viewport_size(WIDE)
    set_scene(console)
    console.open()
    hand = Hand(console)
    task(hand)
    assert hand.clicks <= most
