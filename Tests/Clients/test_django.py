"""Django's two libraries for OpenID Connect, set up by the blocks of docs/clients.md: whole sign-ins."""

import os
import sys
import types
import uuid
from urllib.parse import urlsplit

import django
import pytest
import requests
from django.conf import settings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client
from django.test.utils import override_settings
from django.urls import include, path

from pages import ROOT, blocks

PAGE_URL = "http://127.0.0.1:9099"
MOZILLA, SOCIAL = "/oidc/authenticate/", "/social/login/oidc/"
# Playwright keeps an event loop in this thread once a test of this process used a browser.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def me(request):
    return HttpResponse(request.user.email if request.user.is_authenticated else "signed out")


def section(title):
    """The Python blocks below a heading of the page: settings and addresses."""
    page = ROOT / "docs/clients.md"
    lines = page.read_text().splitlines()
    start = lines.index(f"## {title}") + 1
    end = next((n for n, line in enumerate(lines) if n > start and line.startswith("## ")), len(lines))
    return [b.text for b in blocks(page) if b.language == "python" and start < b.line <= end]


@pytest.fixture(scope="session")
def django_app(shared_emulator, tmp_path_factory):
    """A Django project with both libraries, as the page sets them up.

    Its database is a file: Django has another connection once a test of this process used a browser.
    """
    database = tmp_path_factory.mktemp("django") / "app.sqlite"
    values = {
        "INSTALLED_APPS": ["django.contrib.contenttypes", "django.contrib.auth", "django.contrib.sessions"],
        "MIDDLEWARE": [
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware"],
        "AUTHENTICATION_BACKENDS": [],
        "DATABASES": {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": database}},
        "DEFAULT_AUTO_FIELD": "django.db.models.AutoField",
        "SECRET_KEY": "of the test", "ROOT_URLCONF": "django_urls", "ALLOWED_HOSTS": ["*"],
        "LOGIN_REDIRECT_URL": "/me", "LOGIN_REDIRECT_URL_FAILURE": "/failed", "LOGIN_URL": "/failed",
        "SOCIAL_AUTH_LOGIN_ERROR_URL": "/failed",
    }
    names = {
        "include": include, "path": path,
        "urlpatterns": [path("me", me), path("failed", lambda _: HttpResponse("failed"))]}
    for title in ("Django: mozilla-django-oidc", "Django: social-auth"):
        of_settings, of_urls = section(title)[:2]
        exec(of_settings.replace(PAGE_URL, shared_emulator.url), values)
        names.setdefault("later", []).append(of_urls)
    settings.configure(**{name: value for name, value in values.items() if name.isupper()})
    django.setup()
    for text in names["later"]:
        exec(text, names)
    module = types.ModuleType("django_urls")
    module.urlpatterns = names["urlpatterns"]
    sys.modules["django_urls"] = module
    call_command("migrate", verbosity=0)
    yield shared_emulator


def sign_in(client, begin, **parameters):
    """Signs in as a browser would, and returns the app's last answer.

    A project has one of the libraries: mozilla-django-oidc would redeem the code of the other.
    """
    backends = [b for b in settings.AUTHENTICATION_BACKENDS if ("mozilla" in b) == (begin == MOZILLA)]
    left = client.post(begin) if begin == SOCIAL else client.get(begin)
    assert left.status_code == 302, left.content
    answer = requests.get(left["Location"], params=parameters, allow_redirects=False, timeout=60)
    assert answer.status_code == 302, answer.text
    back = urlsplit(answer.headers["Location"])
    assert back.netloc == "testserver"
    with override_settings(AUTHENTICATION_BACKENDS=backends):
        return client.get(f"{back.path}?{back.query}")


def new_person(emulator):
    """The address of a new account at the issuer."""
    email = f"ann-{uuid.uuid4().hex[:8]}@example.com"
    emulator.control("POST", "issuers/oidc.app/accounts", {"email": email})
    return email


@pytest.mark.parametrize("begin", [MOZILLA, SOCIAL])
def test_a_whole_sign_in(django_app, begin):
    email = new_person(django_app)
    client = Client()
    assert client.get("/me").content == b"signed out"
    done = sign_in(client, begin, emulator_auto=email)
    assert (done.status_code, done["Location"]) == (302, "/me")
    assert client.get("/me").content.decode() == email
    # The same person again is the same user.
    from django.contrib.auth.models import User
    again = Client()
    sign_in(again, begin, emulator_auto=email)
    assert again.get("/me").content.decode() == email
    assert User.objects.filter(email=email).count() == 1


@pytest.mark.parametrize("begin", [MOZILLA, SOCIAL])
def test_a_denial_signs_nobody_in(django_app, begin):
    client = Client(raise_request_exception=False)
    done = sign_in(client, begin, emulator_fail="access_denied")
    assert (done.status_code, done.headers.get("Location")) == (
        (302, "/failed") if begin == MOZILLA else (500, None))
    assert client.get("/me").content == b"signed out"


@pytest.mark.parametrize("begin, defect", [
    (MOZILLA, "bad-signature"), (MOZILLA, "wrong-nonce"), (MOZILLA, "unknown-key"),
    (SOCIAL, "bad-signature"), (SOCIAL, "wrong-nonce"), (SOCIAL, "wrong-audience"),
    (SOCIAL, "wrong-issuer"), (SOCIAL, "expired"),
])
def test_a_token_with_a_defect_signs_nobody_in(django_app, begin, defect):
    client = Client(raise_request_exception=False)
    with django_app.defect("oidc.app", defect):
        done = sign_in(client, begin, emulator_auto=new_person(django_app))
    # mozilla-django-oidc raises SuspiciousOperation; social-auth leaves its exception to a middleware.
    assert done.status_code == (400 if begin == MOZILLA else 500)
    assert client.get("/me").content == b"signed out"
