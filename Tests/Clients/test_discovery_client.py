"""Google's API client for Python, built from the published discovery documents: each method finds its call.

The answers of the methods to complete requests are asserted by ContractTests, in `AnswerTests`.
"""

import json
import pathlib

import google.oauth2.credentials
import googleapiclient.discovery
import httplib2
import pytest

DOCUMENTS = pathlib.Path(__file__).parent.parent / "ContractTests/Discovery"
PREFIXES = {
    "v1": "identitytoolkit.googleapis.com/", "v2": "identitytoolkit.googleapis.com/",
    "v3": "www.googleapis.com/identitytoolkit/v3/relyingparty/"}
# Methods that the client cannot call: a resource has the same name.
UNSPEAKABLE = {"v1 projects.accounts", "v1 projects.tenants.accounts"}
V3_ADMIN = {"uploadAccount", "downloadAccount", "setProjectConfig"}
# The values of the parameters in paths.
NAMES = {
    "projectsId": "demo-project", "tenantsId": "acme", "oauthIdpConfigsId": "oidc.corp",
    "inboundSamlConfigsId": "saml.corp", "defaultSupportedIdpConfigsId": "google.com"}


def document(version):
    return json.loads((DOCUMENTS / f"identitytoolkit.{version}.json").read_text())


def methods(resource, names=()):
    for name, method in resource.get("methods", {}).items():
        yield ".".join((*names, name)), method
    for name, inner in resource.get("resources", {}).items():
        yield from methods(inner, (*names, name))


def service(emulator, version, as_owner):
    caller = (
        {"credentials": google.oauth2.credentials.Credentials("owner")} if as_owner
        else {"http": httplib2.Http(), "developerKey": "fake-key"})
    return googleapiclient.discovery.build_from_document(
        document(version), **caller, client_options={"api_endpoint": f"{emulator.url}/{PREFIXES[version]}"})


def parameter_value(parameter, method):
    """The value of a parameter of a path: an id, or the part of the path that it stands for."""
    if parameter in ("targetProjectId", "tenantId"):
        return {"targetProjectId": "demo-project", "tenantId": "acme"}[parameter]
    path = method["flatPath"].removeprefix("v2/").partition(":")[0]
    if parameter == "parent":
        path = path.rpartition("/")[0]
    if parameter == "project":
        path = path.removesuffix("/identityPlatform")
    return path.format(**NAMES)


@pytest.mark.parametrize("version", PREFIXES)
def test_every_published_method_is_served_to_the_client(emulator, version):
    owner, app = (service(emulator, version, as_owner) for as_owner in (True, False))
    for name, method in methods(document(version)):
        if f"{version} {name}" in UNSPEAKABLE:
            continue
        *resources, verb = name.split(".")
        is_admin = "projects." in name or "defaultSupportedIdps" in name or verb in V3_ADMIN
        endpoint = owner if is_admin else app
        for resource in resources:
            endpoint = getattr(endpoint, resource)()
        parameters = method.get("parameterOrder", []) if version != "v3" else []
        arguments = {parameter: parameter_value(parameter, method) for parameter in parameters}
        if method["httpMethod"] in ("POST", "PATCH"):
            arguments["body"] = {}
        try:
            answer = getattr(endpoint, verb)(**arguments).execute()
            assert isinstance(answer, dict), name
        except googleapiclient.errors.HttpError as refusal:
            # The refusal of an empty request, in Google's form.
            error = json.loads(refusal.content)["error"]
            assert error["code"] == refusal.resp.status < 500, (name, error)
            assert "is not served here" not in error["message"], (name, error)


def test_a_refusal_is_an_error_that_the_client_understands(emulator):
    with pytest.raises(googleapiclient.errors.HttpError) as refusal:
        service(emulator, "v1", True).projects().accounts().delete(
            targetProjectId="demo-project", body={}).execute()
    assert (refusal.value.resp.status, refusal.value.reason) == (400, "MISSING_LOCAL_ID")
