"""The description of all operations is a valid OpenAPI document and matches the server."""

import openapi_spec_validator
import pytest
import requests


@pytest.fixture
def document(emulator):
    answer = requests.get(f"{emulator.url}/emulator/openapi.json", timeout=60)
    assert answer.headers["Content-Type"].startswith("application/json")
    return answer.json()


def test_the_document_is_valid_openapi_3_1(document):
    assert document["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(document, cls=openapi_spec_validator.OpenAPIV31SpecValidator)


def test_every_path_that_takes_no_parameters_answers(document, emulator):
    for path, methods in document["paths"].items():
        if "{" in path or "requests:stream" in path:
            continue
        for method in methods:
            answer = requests.request(method, emulator.url + path, timeout=60)
            assert answer.status_code not in (404, 405), f"{method} {path}"
