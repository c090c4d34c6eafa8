"""Mutations of requests, by structure and by bytes."""

import copy
import json
import urllib.parse

# Texts that no page shows as markup, and no response has as a header.
MARKUP, HEADER = "'\"></script><fuzz>", "\r\nFuzz: 1"
VALUES = [
    None, True, False, 0, -1, 1, 1.5, 1e308, -(2 ** 63), 2 ** 63, 2 ** 64, "", " ", "0", "-1", "NaN",
    "9223372036854775808", "null", "\u0000", "\ud83d\ude00" * 9, "a" * 300, "a" * 70000, "é", "e\u0301",
    "\u202e", "../../etc/passwd", "'; DROP TABLE users; --", "%s%n", "http://127.0.0.1:1/", "javascript:1",
    "+15550000000", "+" + "1" * 40, "fuzz@example.com", "a@b", "@", "google.com", "demo-project", [], {},
    [[]], [None], [{}], {"": ""}, ["a"] * 300, {"localId": "x"}, "eyJhbGciOiJub25lIn0.e30.",
    MARKUP, HEADER, "e30.e30.e30", "2026-13-45T99:99:99Z", "AAAA", "====", "-----BEGIN CERTIFICATE-----\n"]
METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS"]
HEADERS = [
    ("Content-Type", "text/plain"), ("Content-Type", "application/x-www-form-urlencoded"),
    ("Content-Type", "multipart/form-data"), ("Authorization", "Bearer owner"),
    ("Authorization", "Bearer x.y.z"), ("Authorization", "Basic " + "Og" * 50), ("Origin", "null"),
    ("Origin", "http://localhost:1"), ("Origin", "https://www.example.com"), ("Accept-Encoding", "gzip"),
    ("X-Firebase-Locale", "xx" * 100), ("Cookie", "a=b; " * 50), ("Expect", "100-continue"),
    ("Range", "bytes=0-1"), ("If-None-Match", "*"), ("X-HTTP-Method-Override", "DELETE")]


def nested(depth):
    value = "x"
    for _ in range(depth):
        value = [value]
    return value


def mutate(request, corpus, chance):
    """Returns a mutated copy of a request: method, path, headers and body (an object or text) or form."""
    result = copy.deepcopy(request)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3, 6))):
        chance.choices(
            (structure, path, header, method, spliced), (12, 4, 2, 1, 2))[0](result, corpus, chance)
    return result


def method(request, _, chance):
    request["method"] = chance.choice(METHODS)


def header(request, _, chance):
    name, value = chance.choice(HEADERS)
    request.setdefault("headers", {})[name] = value


def path(request, _, chance):
    """Changes a segment or a query parameter of the path."""
    head, _, query = request["path"].partition("?")
    value = chance.choice([one for one in VALUES if isinstance(one, str) and len(one) < 1000])
    quoted = urllib.parse.quote(value.encode("utf-8", "replace"), safe="")
    if query and chance.random() < 0.6:
        parameters = query.split("&")
        place = chance.randrange(len(parameters))
        parameters[place] = chance.choice((
            parameters[place].partition("=")[0] + "=" + quoted, quoted, "&".join([parameters[place]] * 2)))
        query = "&".join(parameters)
    else:
        segments = head.split("/")
        segments[chance.randrange(1, len(segments))] = quoted
        head = "/".join(segments)
    request["path"] = f"{head}?{query}" if query else head


def places(value, found=None):
    """Returns each container of a document with each of its keys or positions."""
    found = [] if found is None else found
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in list(entries):
        found.append((value, key))
        if isinstance(inner, (dict, list)):
            places(inner, found)
    return found


def structure(request, corpus, chance):
    """Replaces, removes, repeats or adds a value of a JSON body or a form."""
    body = request.get("form") or request.get("body")
    if not isinstance(body, (dict, list)) or not (found := places(body)):
        request["body"] = chance.choice([
            {}, [], "", "null", "[" * chance.choice((2, 900, 300_000)),
            '{"a":' * chance.choice((2, 900, 300_000))])
        return
    container, key = chance.choice(found)
    # Repeats of repeats would be without bound.
    repeats = chance.choice((1, 2, 300)) if len(found) < 200 else 1
    action = chance.randrange(6)
    if action == 0:
        del container[key]
    elif action == 1:
        container[key] = [copy.deepcopy(container[key]) for _ in range(repeats)]
    elif action == 2 and isinstance(container, dict):
        container[chance.choice(list(container)) + chance.choice(("", "x", "\u0000"))] = copy.deepcopy(
            container[key])
    elif action == 3 and isinstance(container[key], str):
        container[key] = text(container[key], chance)
    elif action == 4:
        container[key] = nested(chance.choice((1, 50, 90)))
    else:
        container[key] = copy.deepcopy(chance.choice(VALUES))


def spliced(request, corpus, chance):
    """Adds the members of another request's body or form."""
    kind = "form" if "form" in request else "body"
    other = chance.choice(corpus).get(kind)
    if isinstance(request.get(kind), dict) and isinstance(other, dict):
        request[kind].update(copy.deepcopy(other))


def text(value, chance):
    place = chance.randrange(len(value) + 1)
    return chance.choice((
        value[:place], value[place:], value[:place] + chr(chance.randrange(1, 0x2FF)) + value[place:],
        value * 2, value.upper(), value[::-1], value + MARKUP))


def encoded(request, chance):
    """Returns the bytes of a body; one in five has changed bytes."""
    body = request.get("body")
    if "form" in request:
        data = bytearray(urllib.parse.urlencode(
            request["form"], doseq=True, encoding="utf-8", errors="surrogatepass").encode())
    elif body is None:
        return b""
    else:
        data = body if isinstance(body, str) else json.dumps(body)
        data = bytearray(data.encode("utf-8", "surrogatepass"))
    if chance.random() < 0.2:
        for _ in range(chance.choice((1, 1, 4, 30))):
            place = chance.randrange(len(data) + 1)
            action = chance.randrange(4)
            if action == 0:
                data[place:place + 1] = bytes([chance.randrange(256)])
            elif action == 1:
                data[place:place] = bytes([chance.randrange(256)]) * chance.choice((1, 3, 400))
            elif action == 2:
                del data[place:place + chance.randrange(20)]
            else:
                del data[place:]
    return bytes(data)
