#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# What the tutorial says is what happens: each line "    $ COMMAND" is run, in
# order, beside the examples, and what follows it must be what comes out.
#
#   python3 tests/tutorial.py path/to/mazurka [--write]
#
# --write puts what comes out into the tutorial instead.

import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "docs", "tutorial.md")
PROMPT = "    $ "


def clean(text):
    """What differs from run to run: addresses, names of temporary folders."""
    text = re.sub(r"/tmp/mazurka-\w+", "/tmp/mazurka-…", text)
    text = re.sub(r"0x[0-9a-f]{6,}", "0x…", text)
    return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")


def run(command, folder, tool):
    environment = dict(os.environ, COLUMNS="80", LC_ALL="C.UTF-8", TERM="dumb")
    environment["PATH"] = os.path.dirname(tool) + ":" + environment["PATH"]
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)
    return clean(done.stdout.decode("utf-8", "replace"))


def blocks(lines):
    """(command, what follows it) or (None, a line that is no part of one)."""
    at = 0
    while at < len(lines):
        if not lines[at].startswith(PROMPT):
            yield None, lines[at]
            at += 1
            continue
        command, at = lines[at][len(PROMPT):], at + 1
        output = []
        while at < len(lines) and not lines[at].startswith(PROMPT) and \
                (lines[at].startswith("    ") or not lines[at]):
            output.append(lines[at][4:])
            at += 1
        yield command, "\n".join(output).strip("\n")


def main():
    tool = os.path.abspath(sys.argv[1])
    with open(PAGE, encoding="utf-8") as page:
        lines = page.read().rstrip("\n").split("\n")
    wrong, commands, new = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(os.path.join(HERE, "..", "examples")):
            shutil.copy(os.path.join(HERE, "..", "examples", name), folder)
        for command, text in blocks(lines):
            if command is None:
                new.append(text)
                continue
            commands += 1
            got = run(command, folder, tool)
            new.append(PROMPT + command)
            new += [("    " + line).rstrip() for line in got.split("\n")]
            new.append("")
            if got != text:
                wrong += 1
                if "--write" not in sys.argv:
                    print(f"$ {command}\n--- should print\n{text}\n"
                          f"--- prints\n{got}\n")
    if "--write" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as page:
            page.write("\n".join(new).rstrip("\n") + "\n")
    else:
        print(f"{commands} commands, {wrong} wrong")
        return wrong > 0 or commands == 0


sys.exit(main())
