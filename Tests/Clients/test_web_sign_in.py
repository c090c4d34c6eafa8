"""Sign-in by popup and by redirect in a browser that reaches loopback only."""

import json
import os
import re

import pytest
from browser import App, add_account, app, new_page
from pages import PROGRAMS


def test_a_popup_links_a_provider_to_the_account(app):
    anonymous = app.call("signUp", {})
    window = app.popup("github.com", authType="linkViaPopup", body={"idToken": anonymous["idToken"]})
    add_account(window, email="ann@example.com")
    linked = app.outcome()
    assert linked["localId"] == anonymous["localId"]
    assert linked["providerId"] == "github.com"


def test_a_popup_reauthenticates_the_same_person(app):
    add_account(app.popup("google.com"), email="ann@example.com")
    first = app.outcome()
    window = app.popup("google.com", authType="reauthViaPopup")
    window.click("text=ann@example.com")
    again = app.outcome()
    assert again["localId"] == first["localId"]
    assert not again.get("isNewUser")


@pytest.mark.parametrize("page", ["own", "issuer"])
@pytest.mark.parametrize("provider", ["apple.com", "google.com", "linkedin.com"])
def test_cancel_reaches_the_app_as_the_error_of_its_sdk(app, provider, page):
    window = app.popup(provider)
    if page == "issuer":
        window.click("text=Use the sign-in page of fake")
        window.wait_for_url(re.compile(f"/issuers/{provider}/"))
    window.click("button[value=cancel]")
    assert app.outcome()["error"]["code"] == "auth/user-cancelled"


# This provider of SAML has no configuration, so that the page answers for its identity provider.
FAILURES = [("google.com", "temporarily_unavailable"), ("saml.corp", "RequestDenied")]


def fails_like(app, provider, failure):
    """Chooses a failure on the page, which the app receives."""
    window = app.popup(provider)
    window.click("text=Let it fail")
    window.select_option("#error", failure)
    window.click("text=Fail like this")
    error = app.outcome()["error"]
    assert error["code"] == "auth/internal-error" and failure in error["message"]


@pytest.mark.parametrize(("provider", "failure"), FAILURES)
def test_a_failure_of_the_provider_reaches_the_app(app, provider, failure):
    fails_like(app, provider, failure)


@pytest.mark.parametrize("effect", [
    {"status": 503}, {"error": {"code": 503, "message": "temporarily_unavailable"}}])
def test_an_outage_of_the_issuer_reaches_the_app(app, effect):
    client = f"client-of-{app.project}"
    app.seed(providers={"google.com": {"clientId": client}})
    app.emulator.control("POST", "issuers/google.com/faults", {
        "match": {"endpoint": "authorize", "clientId": client}, "effect": effect, "times": 1})
    add_account(app.popup("google.com"))
    assert app.outcome()["error"]["code"] == "auth/network-request-failed"


@pytest.mark.parametrize(("provider", "profile", "code"), [
    ("google.com", "production", "auth/operation-not-allowed"),
    ("password", "compatible", "auth/invalid-provider-id")])
def test_a_disabled_or_unknown_provider_reaches_the_app(app, provider, profile, code):
    app.control("PATCH", "settings", {"profile": profile})
    app.popup(provider)
    assert app.outcome()["error"]["code"] == code


def test_a_browser_that_blocks_the_popup_leaves_the_redirect(app):
    app.page.evaluate("() => { window.open = () => null; }")
    error = app.page.evaluate("() => app.signInWithPopup('google.com').catch((error) => error.message)")
    assert error == "auth/popup-blocked"
    app.redirect("google.com")
    add_account(app.page, email="ann@example.com")
    app.wait_for_return()
    event = app.start()
    assert event["type"] == "signInViaRedirect"


@pytest.mark.parametrize("app_host, emulator_host", [
    ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"), ("localhost", "127.0.0.1"),
    ("127.0.0.1", "localhost")])
def test_the_redirect_works_between_sites_whose_storage_is_apart(app, app_host, emulator_host):
    url = app.at(emulator_host)
    app.open(host=app_host, url=url)
    app.redirect("google.com")
    add_account(app.page, email="ann@example.com")
    app.wait_for_return()
    event = app.start(url)
    user = app.finish(event)
    assert user["email"] == "ann@example.com"
    # The result is delivered once.
    app.page.reload()
    assert app.start(url) is None


def test_an_error_comes_back_by_redirect(app):
    app.redirect("google.com")
    app.page.click("text=Cancel")
    app.wait_for_return()
    assert app.start()["error"]["code"] == "auth/user-cancelled"


def test_the_second_sign_in_by_popup_gets_no_old_event(app):
    app.redirect("google.com")
    add_account(app.page, email="ann@example.com")
    app.wait_for_return()
    app.start()
    app.page.reload()
    app.start()
    assert app.page.evaluate("() => app.strays") == []


def test_a_tenant_travels_there_and_back(app):
    add_account(app.popup("google.com", query={"tid": "acme"}), email="ann@example.com")
    user = app.outcome()
    assert user["tenantId"] == "acme"


def test_a_suite_drives_the_popup_by_custom_parameters(app):
    custom = json.dumps({"emulator_auto": "new", "prompt": "consent"})
    app.popup("google.com", query={"customParameters": custom})
    assert app.outcome()["isNewUser"] is True
    custom = json.dumps({"emulator_fail": "access_denied"})
    app.popup("google.com", query={"customParameters": custom})
    assert app.outcome()["error"]["code"] == "auth/user-cancelled"


def test_the_frame_uses_the_loader_that_the_page_of_the_app_has(app):
    google = "https://apis.google.com/js/api.js"
    app.page.context.route(google, lambda route: route.fulfill(
        path=PROGRAMS / "loader.js", content_type="text/javascript"))
    app.open(loader=google)
    add_account(app.popup("google.com"), email="ann@example.com")
    assert app.outcome()["email"] == "ann@example.com"


def test_popup_and_redirect_work_over_https(start, chromium, app_port):
    secure = start("--tls-port", "0")
    app = App(secure, new_page(chromium, ignore_https_errors=True), app_port)
    app.url = secure.ready["tlsUrl"].replace("127.0.0.1", "localhost")
    app.open()
    window = app.popup("apple.com")
    assert window.url.startswith("https://localhost:")
    add_account(window, email="ann@example.com")
    assert app.outcome()["email"] == "ann@example.com"
    app.page.context.close()


def test_an_issuer_on_another_server_signs_in_on_its_own_page(start, app):
    other = start("--project", "elsewhere", data="elsewhere.sqlite")
    issuer = f"{other.url}/issuers/oidc.acme"
    app.seed(providers={"oidc.acme": {
        "clientId": "client", "clientSecret": "secret", "issuer": issuer, "responseType": {"code": True}}})
    window = app.popup("oidc.acme")
    window.wait_for_url(f"{issuer}/**")
    window.fill("#email", "ann@example.com")
    window.click("text=Make the account and continue")
    user = app.outcome()
    assert user["email"] == "ann@example.com"
    assert user["oauthIdToken"]


def test_a_popup_waits_for_an_app_that_is_late(app):
    """The SDK waits for the event only after it has opened the window, which may have finished by then."""
    for _ in range(5):
        event = app.page.evaluate("""async (url) => {
            const eventId = String(Math.floor(Math.random() * 9e9) + 1e9);
            const opened = window.open(url(eventId));
            const early = window.app.strays.length;
            while (window.app.strays.length === early) {
                await new Promise((resolve) => setTimeout(resolve, 20));
            }
            return window.app.take("signInViaPopup", eventId, opened);
        }""".replace("url(eventId)", "window.app.address('signInViaPopup', 'google.com', "
                     "{ eventId, emulator_auto: 'new' })"), None)
        assert app.finish(event)["isNewUser"] is True


def test_the_storage_check_of_the_sdk_may_throw(app):
    """The Web SDK throws in the callback of its storage check, on production as well."""
    answer = app.page.evaluate("""() => new Promise((resolve) => {
        window.app.frame().send("webStorageSupport", {}, async (answers) => {
            resolve(answers[0].webStorageSupport);
            throw new Error("auth/internal-error");
        }, () => true);
    })""")
    # The fixture fails on an error of the page.
    assert answer is True


HOSTS = ["localhost", "127.0.0.1", "[::1]"]
# For a longer run: POPUPS=200.
POPUPS = int(os.environ.get("POPUPS", "1"))


@pytest.mark.parametrize("app_host", HOSTS)
@pytest.mark.parametrize("emulator_host", HOSTS)
def test_no_popup_is_lost_whatever_the_loopback_is_called(app, app_host, emulator_host):
    for _ in range(POPUPS):
        for query in ({"emulator_auto": "new"}, None):
            # The first sign-in of a page, whose frame has just loaded.
            app.open(app_host, url=app.at(emulator_host))
            window = app.popup("google.com", query=query)
            if query is None:
                window.wait_for_selector("#sign-in", state="attached")
                window.evaluate(
                    "() => { document.getElementById('email-input').value = 'ann@example.com';"
                    " document.getElementById('sign-in').click(); }")
            user = app.outcome()
            assert user["localId"] and (query or user["email"] == "ann@example.com")


@pytest.fixture
def saml(app):
    """saml.acme with the emulator's own identity provider, and signed requests."""
    provider = f"{app.url}/issuers/saml.acme"
    app.emulator.owner("POST", f"v2/projects/{app.project}/inboundSamlConfigs", {
        "idpConfig": {
            "signRequest": True, "idpEntityId": f"{provider}/metadata", "ssoUrl": f"{provider}/sso",
            "idpCertificates": [{"x509Certificate": "that of the emulator"}]},
        "spConfig": {"spEntityId": "our-app"}, "enabled": True},
        inboundSamlConfigId="saml.acme")
    return app


def test_saml_signs_in_is_cancelled_and_fails_by_popup_with_signed_messages(saml):
    add_account(saml.popup("saml.acme"), email="ann@example.com", name="Ann Lee")
    user = saml.outcome()
    assert user["federatedId"] == "saml.acme/ann@example.com"
    assert json.loads(user["rawUserInfo"])["displayName"] == "Ann Lee"
    saml.popup("saml.acme").click("text=Cancel")
    assert saml.outcome()["error"]["code"] == "auth/user-cancelled"
    fails_like(saml, "saml.acme", "UnknownPrincipal")


def test_saml_signs_in_by_redirect_over_the_page_of_the_identity_provider(saml):
    saml.add_person("saml.acme", email="bea@example.com")
    saml.page.evaluate("() => app.redirect('signInViaRedirect', 'saml.acme', {emulator_page: 'issuer'})")
    saml.page.wait_for_url("**/issuers/saml.acme/sso*")
    saml.page.click("text=bea@example.com")
    saml.wait_for_return()
    assert saml.finish(saml.start())["email"] == "bea@example.com"
