"""HTTPS with the local CA, for a client that trusts only `caFile`."""

import json
import re
import socket
import ssl
import subprocess

import pytest
import requests
import urllib3

ISSUERS = [
    "apple.com", "google.com", "microsoft.com/common/v2.0", "oidc.example", "facebook.com",
    "linkedin.com/oauth", "yahoo.com"]


@pytest.fixture
def secure(start):
    return start("--tls-port", "0")


def get(emulator, url):
    """Sends a GET that trusts only the local CA, to a path of the emulator or to a URL."""
    url = url if "://" in url else emulator.ready["tlsUrl"] + url
    answer = requests.get(url, verify=emulator.ready["caFile"], timeout=120)
    assert answer.ok, answer.text
    return answer.json()


def test_health_tells_where_https_is(secure, start):
    for health in (get(secure, "/emulator/v1/health"), secure.control("GET", "health")):
        assert (health["tlsUrl"], health["caFile"]) == (secure.ready["tlsUrl"], secure.ready["caFile"])
    assert not {"tlsUrl", "caFile"} & start(data="plain.sqlite").control("GET", "health").keys()


@pytest.mark.parametrize("flags", [["--sign-id-tokens"], ["--public-url", "http://auth.example"]])
def test_discovery_has_https_addresses_only(start, flags):
    emulator = start("--tls-port", "0", *flags)
    root = emulator.ready["tlsUrl"]
    for issuer in ISSUERS:
        document = get(emulator, f"/issuers/{issuer}/.well-known/openid-configuration")
        assert document["issuer"].startswith(root), issuer
        found = re.findall(r'"(\w+://(?:127\.0\.0\.1|localhost|\[::1\])[^"]*)"', json.dumps(document))
        assert len(found) >= 2 and all(address.startswith(root) for address in found), issuer
        assert "http://" not in json.dumps(document), issuer
        assert get(emulator, document["jwks_uri"])["keys"], issuer
    if "--sign-id-tokens" in flags:
        document = get(emulator, "/securetoken.google.com/demo-project/.well-known/openid-configuration")
        assert document["jwks_uri"].startswith(root)
        assert get(emulator, document["jwks_uri"])["keys"]


@pytest.mark.parametrize("presented", ["url", "tlsUrl"])
@pytest.mark.parametrize("minted", ["url", "tlsUrl"])
def test_a_token_signs_in_over_either_port(secure, minted, presented):
    def post(port, path, body):
        return requests.post(
            f"{secure.ready[port]}/{path}", json=body, verify=secure.ready["caFile"], timeout=120).json()

    token = post(minted, "emulator/v1/issuers/google.com/tokens", {"account": {"email": "ann@example.com"}})
    answer = post(presented, "v1/accounts:signInWithIdp?key=fake", {
        "requestUri": "http://localhost", "postBody": f"providerId=google.com&id_token={token['idToken']}"})
    assert answer.get("email") == "ann@example.com", answer


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]"])
def test_every_name_of_this_machine_is_vouched_for(secure, name):
    port = secure.ready["tlsUrl"].rsplit(":", 1)[1]
    url = f"https://{name}:{port}"
    document = get(secure, f"{url}/issuers/apple.com/.well-known/openid-configuration")
    assert document["issuer"] == f"{url}/issuers/apple.com"


@pytest.mark.parametrize("flags,name", [
    (["--public-url", "https://auth.example:8443/x"], "auth.example"),
    (["--allowed-host", "auth.example"], "auth.example"),
    (["--allowed-host", ".auth.example"], "a.auth.example"),
    (["--allowed-host", "*"], None),
    (["--host", "127.0.0.2"], "127.0.0.2"),
])
def test_names_told_by_flags_are_vouched_for(start, flags, name):
    emulator = start("--tls-port", "0", *flags)
    host, port = emulator.ready["tlsUrl"].removeprefix("https://").rsplit(":", 1)
    context = ssl.create_default_context(cafile=emulator.ready["caFile"])
    with socket.create_connection((host, int(port)), timeout=120) as plain:
        with context.wrap_socket(plain, server_hostname=name or "localhost") as stream:
            stream.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert stream.recv(12) == b"HTTP/1.1 200"


def test_googles_names_lead_the_desktop_sdks_here(start):
    """The two calls for which the C++ SDK hard-codes its host."""
    names = ["securetoken.googleapis.com", "identitytoolkit.googleapis.com"]
    emulator = start("--tls-port", "0", *[f"--allowed-host={name}" for name in names])
    host, port = emulator.ready["tlsUrl"].removeprefix("https://").rsplit(":", 1)

    def call(name, path, **how):
        pool = urllib3.HTTPSConnectionPool(
            host, int(port), ca_certs=emulator.ready["caFile"], server_hostname=name, assert_hostname=name)
        answer = pool.request("POST", path + "?key=fake", headers={"Host": name}, **how)
        assert answer.status == 200, answer.data
        return answer.json()

    guest = emulator.client("accounts:signUp", {"returnSecureToken": True})
    linked = call(names[1], "/v1/accounts:signUp", json={
        "idToken": guest["idToken"], "email": "ann@example.com", "password": "secret1"})
    assert linked["localId"] == guest["localId"]
    renewed = call(names[0], "/v1/token", fields={
        "grant_type": "refresh_token", "refresh_token": linked["refreshToken"]},
        encode_multipart=False)
    assert renewed["user_id"] == guest["localId"]


def test_a_certificate_of_the_users_own_is_served(start, tmp_path):
    certificate, key = tmp_path / "own.pem", tmp_path / "own-key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=own",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    emulator = start("--tls-port", "0", "--tls-cert", certificate, "--tls-key", key)
    assert "caFile" not in emulator.ready
    health = requests.get(
        emulator.ready["tlsUrl"] + "/emulator/v1/health", verify=str(certificate), timeout=120)
    assert health.json()["tlsUrl"] == emulator.ready["tlsUrl"]
    assert "caFile" not in health.json()


def test_nobody_else_trusts_it(secure):
    with pytest.raises(requests.exceptions.SSLError):
        requests.get(secure.ready["tlsUrl"], timeout=120)


def test_the_certificate_follows_the_machines_clock(secure):
    secure.control("POST", "clock:advance", {"seconds": 20 * 365 * 86400})
    secure.stop()
    secure.start()
    assert get(secure, "/emulator/v1/health")["status"] == "ready"
