"""The lists and forms of the console: users, inbox, faults and tokens, checked through the API."""

import json
import re

from console import ANN, Console, sign_in
from playwright.sync_api import expect


def narrow(console):
    console.page.get_by_text("Filters and columns").click()


def test_users_are_filtered_in_the_store(console):
    console.seed(users=[
        {**ANN, "customClaims": {"plan": "pro"}},
        {"localId": "bob", "email": "bob@example.com", "emailVerified": True, "disabled": True,
         "mfa": [{"phone": "+15555550111"}], "providers": [{"providerId": "google.com", "rawId": "1"}]},
        {"localId": "cleo", "phoneNumber": "+15555550112"}])
    sign_in(console)
    console.open("users")
    expect(console.rows).to_have_count(3)
    narrow(console)
    for label, value, expected in [
            ("Signs in with", "google.com", "bob@example.com"), ("Signs in with", "phone", "+15555550112"),
            ("Custom claim", "plan=pro", "ann@example.com"), ("State", "disabled", "bob"),
            ("Second factor", "phone", "bob")]:
        field = console.page.get_by_label(label, exact=True)
        enter = field.select_option if label in ("State", "Second factor") else field.fill
        enter(value)
        expect(console.rows).to_have_count(1)
        assert expected in console.rows.inner_text()
        enter("")
        expect(console.rows).to_have_count(3)
    console.page.get_by_label("Last sign-in").select_option("never")
    expect(console.rows).to_have_count(2)
    console.page.get_by_label("Order").select_option("oldest")
    console.page.wait_for_url(re.compile("seen=never.*order=oldest"))
    expect(console.rows.first).to_contain_text("bob@example.com")
    console.page.reload()
    expect(console.rows).to_have_count(2)


def test_users_are_sorted_and_columns_hidden(console):
    console.seed(users=[{"localId": f"u{n}", "displayName": name} for n, name in enumerate(["Bo", "Al", "Cy"])])
    console.open("users")
    expect(console.rows).to_have_count(3)
    console.click("Name")
    names = console.rows.locator("td[data-label=Name]").all_inner_texts()
    assert [name.split()[0] for name in names] == ["Al", "Bo", "Cy"]
    console.click("Name")
    assert console.page.locator("th[aria-sort=descending]").inner_text().startswith("Name")
    console.page.wait_for_url(re.compile("sort=-Name"))
    console.page.reload()
    expect(console.rows.first).to_contain_text("Cy")
    narrow(console)
    console.page.get_by_label("Column Name").uncheck()
    expect(console.page.locator("td[data-label=Name]")).to_have_count(0)
    console.page.reload()
    expect(console.rows).to_have_count(3)
    expect(console.page.locator("td[data-label=Name]")).to_have_count(0)


def test_selected_users_are_disabled_exported_and_deleted(console):
    hostile = "</script><img src=x onerror=window.hacked=1>"
    console.seed(users=[ANN, {"localId": "bob", "email": "bob@example.com", "displayName": hostile},
                        {"localId": "cleo", "email": "cleo@example.com"}])
    console.open("users")
    for name in ["ann@example.com", "bob@example.com"]:
        console.page.get_by_label(f"Select {name}").check()
    console.click("Disable")
    console.page.get_by_text("They are disabled.").wait_for()
    assert [console.user(uid).get("disabled", False) for uid in ["ann", "bob", "cleo"]] == [True, True, False]
    for name in ["ann@example.com", "bob@example.com"]:
        console.page.get_by_label(f"Select {name}").check()
    download = console.download("Export")
    exported = json.loads(download.path().read_text())
    assert {user["localId"] for user in exported["users"]} == {"ann", "bob"}
    assert "fakeHash" not in download.path().read_text()
    console.complete("Delete", "Delete the users")
    console.page.get_by_text("Deleted 2 users.").wait_for()
    assert console.user("ann") is None and console.user("bob") is None and console.user("cleo")
    # The file is one that imports.
    console.open("data")
    console.click("Import users")
    console.page.get_by_label("File", exact=True).set_input_files(download.path())
    console.submit("Import")
    console.page.get_by_text("firebase", exact=True).wait_for()
    assert console.user("bob")["displayName"] == hostile
    assert console.page.evaluate("window.hacked") is None


def test_sign_in_as_a_user_with_a_second_factor_gives_tokens(console):
    console.seed(users=[
        {**ANN, "mfa": [{"phone": "+15555550111", "displayName": "Phone"}]},
        {"localId": "tom", "email": "tom@example.com", "emailVerified": True,
         "mfa": [{"totpSecret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "displayName": "App"}]}])
    for uid in ["ann", "tom"]:
        console.open(f"users/{uid}")
        console.click("Sign in as this user")
        console.page.get_by_role("heading", name="ID token").wait_for()
        claims = json.loads(console.page.locator(".token pre").first.inner_text())
        assert claims["sub"] == uid


def test_messages_are_searched_read_and_deleted(console):
    console.seed(users=[ANN, {"localId": "bob", "email": "bob@example.com"}])
    for email in ["ann@example.com", "bob@example.com"]:
        console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": email})
    console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550199"})
    console.open("inbox")
    expect(console.rows).to_have_count(3)
    expect(console.page.locator("tr.unread")).to_have_count(3)
    code = console.control("GET", "verificationCodes")["verificationCodes"][0]["code"]
    console.page.get_by_role("link", name=f"The code is {code}").click()
    expect(console.page.locator(".big")).to_have_text(code)
    assert console.copy("Copy the code", f"Copied the code {code}.") == code
    console.page.get_by_label("Kind").select_option("email")
    console.page.get_by_label("Search").fill("BOB@")
    expect(console.rows).to_have_count(1)
    console.rows.get_by_role("link", name="Reset the password").click()
    console.wait_for(f"noreply@{console.project}.firebaseapp.com")
    console.page.locator(".mail").get_by_text("Open this link to choose a new password").wait_for()
    console.page.get_by_text("Raw", exact=True).click()
    assert "Subject: Reset the password" in console.page.locator("pre").inner_text()
    console.complete("Delete", "Delete")
    expect(console.rows).to_have_count(2)
    expect(console.page.locator("tr.unread")).to_have_count(1)
    left = console.control("GET", "messages")["messages"]
    assert {message["to"] for message in left} == {"ann@example.com", "+15555550199"}
    console.click("Mark all read")
    expect(console.page.locator("tr.unread")).to_have_count(0)
    console.complete("Delete all", "Delete")
    console.wait_for("No message was sent")
    assert console.control("GET", "messages")["messages"] == []


def test_a_fault_shows_which_requests_it_would_have_hit(console, ann):
    sign_in(console)
    console.app("accounts:signUp", {})
    console.open("faults")
    console.click("Set one for this project")
    console.dialog.get_by_text(re.compile("^It matches 2 of the last")).wait_for()
    console.fill("Operation", "verifyPassword")
    console.dialog.get_by_text(re.compile("^It matches 1 of the last")).wait_for()
    assert "accounts:signInWithPassword" in console.dialog.locator(".preview").inner_text()
    console.fill("UID", "nobody")
    console.dialog.get_by_text(re.compile("^It matches 0 of the last")).wait_for()
    console.fill("UID", "ann")
    console.dialog.get_by_text(re.compile("^It matches 1 of the last")).wait_for()
    console.dialog.get_by_label("Effect", exact=True).select_option("error")
    console.fill("HTTP status", "403")
    console.fill("Message", "ADMIN_ONLY_OPERATION")
    console.fill("How many times", "1")
    console.submit("Set the fault")
    console.page.get_by_text("The fault is set.").wait_for()
    [fault] = console.emulator.control("GET", "faults")["faults"]
    assert fault["effect"] == {"error": {"code": 403, "message": "ADMIN_ONLY_OPERATION"}}
    assert (fault["match"]["localId"], fault["remaining"]) == ("ann", 1)


def test_ready_made_faults_are_met(console, ann):
    console.open("faults")
    console.click("Rate limit")
    console.page.get_by_text("Set: every request is answered with 429").wait_for()
    assert console.answer("accounts:signUp", {}).status_code == 429
    console.emulator.control("DELETE", f"faults?project={console.project}")
    console.click("Token refresh fails")
    console.page.get_by_text("Set: each refresh").wait_for()
    assert console.answer("accounts:signUp", {"returnSecureToken": True}).status_code == 200
    [fault] = console.emulator.control("GET", "faults")["faults"]
    assert fault["match"]["operation"] == "token"


def test_tokens_are_minted_with_claims_and_code_for_each_sdk(console):
    console.open("issuers/google.com")
    described = console.emulator.control("GET", "faults:describe")["defects"]
    console.click("Mint tokens")
    console.fill("Further claims as JSON", "[1]")
    expect(console.dialog.get_by_label("Defect").locator("option")).to_have_count(len(described) + 1)
    console.click("Mint", console.dialog)
    console.dialog.get_by_role("alert").get_by_text("not a JSON object").wait_for()
    console.fill("Further claims as JSON", '{"groups": ["$admin\'s", "<img>"]}')
    console.fill("or an e-mail address", "gus@example.com")
    console.submit("Mint")
    claims = json.loads(console.page.locator(".token pre").first.inner_text())
    assert claims["groups"] == ["$admin's", "<img>"]
    for name in ["Swift", "Web", "Kotlin", "Flutter", "curl"]:
        text = console.copy(f"Copy the code for {name}", f"Copied the code for {name}.")
        assert "eyJ" in text and "google" in text.lower(), name


def test_an_empty_home_is_a_start(console):
    console.seed(users=[{**ANN, "password": "secret1"}])
    console.open()
    console.wait_for(f"No request came for {console.project} yet")
    assert "connectAuthEmulator" in console.text()
    assert "secret1" in console.page.locator(".start").inner_text()
    console.click("Try a fake Apple sign-in")
    console.page.get_by_role("heading", name="accounts:signInWithIdp").wait_for()
    expect(console.page.locator(".token")).not_to_have_count(0)
    console.open()
    console.wait_for("Just now")
    assert [one["providerId"] for one in console.requests("app=true")] == ["apple.com"]


def test_home_says_what_happened_just_now_and_why(console):
    console.seed(users=[{**ANN, "disabled": True}])
    sign_in(console)
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET", "email": "none@example.com"})
    console.open()
    section = console.page.get_by_role("region", name="Just now")
    events = section.get_by_role("listitem")
    expect(events).to_have_count(2)
    assert "EMAIL_NOT_FOUND" in events.nth(0).inner_text() and "USER_DISABLED" in events.nth(1).inner_text()
    # The newest refusal has what to change.
    assert "What to change" in events.nth(0).inner_text() and "What to change" not in events.nth(1).inner_text()
    console.change("ann", disableUser=False)
    sign_in(console)
    expect(events.nth(0)).to_contain_text("signed in ann@example.com with password")
    section.get_by_role("img", name="1 sign-in and 2 refusals in the last 30 minutes").wait_for()


def test_home_says_what_production_would_have_answered(console, ann):
    Console(console.emulator, console.page).app("accounts:signUp", {"email": "kim@test", "password": "secret1"})
    # Requests that are refused here too, and questions to the person, are no differences.
    sign_in(console, "wrong1")
    console.app("accounts:sendOobCode", {"requestType": "PASSWORD_RESET"})
    console.open()
    section = console.page.get_by_role("region", name="Production would answer differently")
    assert "INVALID_LOGIN_CREDENTIALS" in section.inner_text()
    assert "mailDomain" not in section.inner_text()
    items = section.get_by_role("listitem")
    expect(items).to_have_count(1)
    console.app("accounts:signUp", {"email": "ann@test", "password": "secret1"})
    console.app("accounts:signUp", {"email": "bob@test", "password": "secret1"})
    items.get_by_text("2 times").wait_for()
    report = console.emulator.control("GET", f"report?project={console.project}")
    assert report["requests"] == 3
    assert [one["rule"] for one in report["differences"]] == ["emailEnumerationProtection", "mailDomain"]
    assert "mailDomain" in items.nth(1).inner_text() and "INVALID_EMAIL" in items.nth(1).inner_text()
    items.nth(1).get_by_role("link", name="accounts:signUp").click()
    console.page.get_by_role("heading", name="accounts:signUp").wait_for()


def test_reasons_are_those_of_the_log_with_links_by_members(console):
    console.seed(settings={"requireConfiguredProviders": "on"})
    console.app("accounts:signInWithIdp", {
        "requestUri": "http://localhost", "postBody": "providerId=oidc.corp&id_token=e30"})
    [request] = console.requests("operation=accounts:signInWithIdp")
    named = [one for one in request["decisions"] if "providerId" in one]
    assert named
    console.open(f"requests/{request['id']}")
    console.page.locator("summary", has_text="decision").click()
    items = console.page.locator(".decisions li")
    for number, decision in enumerate(request["decisions"]):
        assert decision["reason"] in items.nth(number).inner_text()
        provider = items.nth(number).get_by_role("link", name=decision.get("providerId", "none"), exact=True)
        expect(provider).to_have_count(1 if decision in named else 0)


def test_an_inbox_of_many_messages_is_searched_and_each_has_an_address(console):
    oldest = console.app("accounts:sendVerificationCode", {"phoneNumber": "+15555550111"})["sessionInfo"]
    for n in range(249):
        console.app("accounts:sendVerificationCode", {"phoneNumber": f"+1555556{n:04}"})
    console.open("inbox")
    expect(console.rows).to_have_count(100)
    console.click("Show more of 250 messages")
    expect(console.rows).to_have_count(200)
    console.page.get_by_label("Search").fill("+15555550111")
    expect(console.rows).to_have_count(1)
    console.rows.get_by_role("link").click()
    console.page.get_by_role("heading", name="The code is").wait_for()
    messages = console.control("GET", "messages?limit=5000")["messages"]
    assert len(messages) == 250 and messages[-1]["id"] == oldest
    console.open(f"inbox/{oldest}")
    console.wait_for("+15555550111")


def test_a_user_of_a_tenant_is_found_from_a_request(console):
    console.seed(tenants=[{"id": "acme"}])
    signed_up = console.app("accounts:signUp", {
        "email": "tim@example.com", "password": "secret1", "tenantId": "acme"})
    console.open("requests")
    console.page.locator("td[data-label=User]").get_by_role("link").click()
    console.page.get_by_role("link", name="The user of the tenant acme").click()
    console.page.get_by_role("heading", name="tim@example.com").wait_for()
    assert console.uids("tenants/acme/users") == [signed_up["localId"]]


def test_long_values_leave_each_column_of_the_list_in_sight(console):
    console.seed(users=[{
        "localId": "L" * 128, "email": f"{'a' * 60}@{'b' * 60}.example.com", "displayName": "W" * 200,
        "phoneNumber": "+15555550111", "password": "secret1",
        "providers": [{"providerId": f"oidc.p{n}", "rawId": "x" * 100} for n in range(30)]}])
    console.page.set_viewport_size({"width": 1280, "height": 800})
    console.open("users")
    row = console.page.locator("tbody tr")
    assert row.bounding_box()["height"] < 60
    assert row.locator("td").last.bounding_box()["x"] < 1280
    console.open(f"users/{'L' * 128}")
    for width in [360, 768, 1280, 1920]:
        console.page.set_viewport_size({"width": width, "height": 800})
        tables = console.page.locator("main .scroll").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).length")
        assert tables == 0, width


def test_each_defect_of_an_assertion_is_minted(console):
    console.open("issuers/saml.corp")
    console.click("Mint an assertion")
    dialog = console.dialog
    dialog.get_by_label("Defect").wait_for()
    defects = dialog.get_by_label("Defect").locator("option").evaluate_all("all => all.map(one => one.value)")
    assert defects == ["", *console.emulator.control("GET", "faults:describe")["assertionDefects"]]
    path = f"issuers/saml.corp/assertions?project={console.project}"
    for defect in defects[1:]:
        assert console.emulator.control("POST", path, {"defects": [defect]})["samlResponse"], defect
    console.fill("or an e-mail address", "sam@example.com")
    dialog.get_by_label("Defect").select_option("wrong-audience")
    console.submit("Mint")
    console.page.get_by_role("heading", name="SAMLResponse").wait_for()
    assert "sam@example.com" in console.page.locator("main pre").first.inner_text()
    people = console.emulator.control("GET", f"issuers/saml.corp/accounts?project={console.project}")
    assert "sam@example.com" in [person["email"] for person in people["accounts"]]
