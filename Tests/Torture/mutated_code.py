"""Mutations of a built program without a build: a copy in which a function returns, or a constant is another.

Needs Linux on x86-64, and a program with its symbols that was built without optimization.
"""

import collections
import functools
import pathlib
import re
import struct
import subprocess

# A function that only returns a value; None for one that returns nothing.
Returns = collections.namedtuple("Returns", "function value")
# A number in the code of a function.
Constant = collections.namedtuple("Constant", "function before after")
# Instructions in hexadecimal, with the sentence for the table.
Code = collections.namedtuple("Code", "function before after sentence")
# A text, with one of the same length.
Text = collections.namedtuple("Text", "before after")

RETURN = b"\xc3"


def described(change):
    """Returns the change as a sentence in Markdown."""
    if isinstance(change, Text):
        return f"`{change.before}` is `{change.after}`"
    if isinstance(change, Code):
        return change.sentence
    name = change.function.rpartition(" in ")[2].rpartition("):")[2].split("(")[0].strip(" :")
    if isinstance(change, Constant):
        return f"{change.before:,} is {change.after:,} in `{name}`"
    value = "" if change.value is None else f" {change.value}"
    return f"`{name}` only returns{value}"


def mutated(program, changes, path):
    """Writes a copy of a program with the changes."""
    data = bytearray(pathlib.Path(program).read_bytes())
    for change in changes:
        apply(change, data, program)
    # The last one may still end.
    path.unlink(missing_ok=True)
    path.write_bytes(data)
    path.chmod(0o755)


def apply(change, data, program):
    if isinstance(change, Text):
        before, after = change.before.encode(), change.after.encode()
        if len(before) != len(after) or before not in data:
            raise LookupError(f"{change} does not apply to {program}")
        data[:] = data.replace(before, after)
        return
    begin, size = place(program, change.function)
    if isinstance(change, Returns):
        code = RETURN if change.value is None else (
            b"\x48\xb8" + struct.pack("<q", change.value) + b"\x31\xd2" + RETURN)
        data[begin:begin + len(code)] = code
        return
    pack = bytes.fromhex if isinstance(change, Code) else lambda number: struct.pack("<i", number)
    before, after = pack(change.before), pack(change.after)
    if data[begin:begin + size].count(before) != 1:
        raise LookupError(f"{change}: {data[begin:begin + size].count(before)} places")
    data[begin:begin + size] = data[begin:begin + size].replace(before, after)


def place(program, function):
    """Returns the offset and size of a function, by the begin of its name with types."""
    found = {where for name, where in symbols(program) if name.startswith(function)}
    if len(found) != 1:
        raise LookupError(f"{program} has {len(found)} functions {function}")
    (address, size), = found
    for kind, offset, start, length in segments(program):
        if kind == 1 and start <= address < start + length:
            return address - start + offset, size
    raise LookupError(f"{function} is in no segment")


@functools.cache
def symbols(program):
    """Returns each function and variable as a pair of its name and its (address, size)."""
    lines = [line.split() for line in subprocess.run(
        ["nm", "-S", program], check=True, capture_output=True, text=True).stdout.splitlines()]
    lines = [line for line in lines if len(line) == 4 and line[2] in "tTWwdDrR"]
    names = subprocess.run(
        ["swift", "demangle", "-compact"], check=True, capture_output=True, text=True,
        input="\n".join(line[3] for line in lines)).stdout.splitlines()
    # The file of a private name is left out: `Page.(policy in _4EE3)` is `Page.policy`.
    names = (re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", name) for name in names)
    return [(name, (int(line[0], 16), int(line[1], 16))) for name, line in zip(names, lines)]


@functools.cache
def segments(program):
    """Returns type, file offset, address and file size of each segment (ELF-64)."""
    with open(program, "rb") as file:
        head = file.read(64)
        (table,), (size, count) = struct.unpack_from("<Q", head, 32), struct.unpack_from("<HH", head, 54)
        file.seek(table)
        entries = file.read(size * count)
    return [
        (struct.unpack_from("<I", entries, at)[0], *struct.unpack_from("<QQ", entries, at + 8),
         struct.unpack_from("<Q", entries, at + 32)[0])
        for at in range(0, size * count, size)]
