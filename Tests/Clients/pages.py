"""The blocks, commands and requests of README and docs, as values."""

import json
import pathlib
import re
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What tests run in other languages, and in pages.
PROGRAMS = ROOT / "Tests/Clients/programs"
PAGES = [ROOT / "README.md", ROOT / "SECURITY.md"] + sorted(
    page for folder in ("docs", "scripts", "seed-data", "Sources/Clients")
    for page in (ROOT / folder).rglob("*.md")) + sorted(ROOT.glob("Sources/*/*.docc/*.md"))
# The pages that people read from the top; the others are tables of facts about the API.
GUIDES = [
    page for page in PAGES
    if not {"adr", "fidelity", "reference"} & set(page.parts)
    and page.name not in ("api-support.md", "control-api.md", "scenarios.md")]


@dataclass
class Block:
    page: pathlib.Path
    line: int
    language: str
    text: str
    # The reason of a marker `<!-- not run: … -->` above the block.
    not_run: str | None = None
    # What a `sh` block prints: the comments at its end, and the lines of a `text` block closely behind it.
    output: str = ""

    def __str__(self):
        return f"{name(self.page)}:{self.line}"


def name(page):
    return str(page.relative_to(ROOT))


def blocks(page):
    """Returns the fenced blocks of a page."""
    found = []
    lines = page.read_text().splitlines()
    number = 0
    while number < len(lines):
        if opened := re.match(r"```(\w*)$", lines[number]):
            end = lines.index("```", number + 1)
            marker = re.match(r"<!-- not run: (.+) -->$", lines[number - 1])
            block = Block(
                page, number + 1, opened.group(1), "\n".join(lines[number + 1:end]) + "\n",
                marker and marker.group(1))
            if block.language == "sh":
                block.output = comments_at_end(block.text)
            if block.language == "text" and found and found[-1].language == "sh" and number - last < 5:
                found[-1].output += block.text
            found.append(block)
            number = last = end
        number += 1
    return found


def comments_at_end(script):
    """Returns the text of the comments that end a script."""
    printed = re.search(r"(?:^# .*\n)*\Z", script, re.MULTILINE)[0]
    return re.sub(r"(?m)^# ", "", printed)


def spans(page):
    """Returns the texts between backticks outside of blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"(?ms)^```.*?^```$", "", page.read_text()))


def sentences(page):
    """Returns the sentences of a page: of its paragraphs, list items and cells, with a word for each code."""
    text = re.sub(r"(?ms)^```.*?^```$|<!--.*?-->|^#.*?$", "", page.read_text())
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"`[^`]*`", "code", text))
    for part in re.split(r"\n\s*\n|\n(?=[-*] |\d+\. )|\|", text):
        yield from re.split(r"(?<=[.!?:;])\s+", " ".join(part.split()))


def commands(page):
    """Returns what follows `auth-emulator` in the blocks and texts of a page."""
    shell = [b for b in blocks(page) if b.language in ("sh", "yaml")]
    for line in [line for block in shell for line in block.text.splitlines()] + spans(page):
        # Words behind the program's name: `auth-emulator.rb`, `auth-emulator_0.1.0.deb` are files.
        if found := re.search(r"(?:^|[ /])auth-emulator ([a-z].*)", line):
            if not re.search(r"\b(docker|systemctl|brew services|man|image|alias)\b", line):
                yield found.group(1).split(" -- ")[0].split(" #")[0].split(" && ")[0]


def requests_of(page):
    """Returns method, path and body of the requests in the text of a page, without placeholders."""
    for span in spans(page):
        if found := re.fullmatch(r"(GET|POST|PATCH|DELETE) (/\S+)(?: (\{.*\}))?", span):
            method, path, body = found.groups()
            if not re.search(r"[{…]|[/=][A-Z]{2,}\b", path):
                yield method, path, json.loads(body) if body else None
