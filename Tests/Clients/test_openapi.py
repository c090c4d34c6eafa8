"""The description of all operations is a valid OpenAPI document."""

import openapi_spec_validator
import requests


def test_the_document_is_valid_openapi_3_1(emulator):
    answer = requests.get(f"{emulator.url}/emulator/openapi.json", timeout=60)
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.json()["openapi"].startswith("3.1.")
    openapi_spec_validator.validate(answer.json(), cls=openapi_spec_validator.OpenAPIV31SpecValidator)
