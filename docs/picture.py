#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# A finding as a picture: what the tool prints, with its colours, as SVG.
#
#   python3 docs/picture.py build/mazurka examples/lost_update.c > docs/finding.svg

import html
import os
import re
import subprocess
import sys

WIDTH, HEIGHT, FONT, MARGIN = 8.43, 19, 14, 18
STYLES = {"1": "font-weight:bold", "2": "opacity:.6",
          "4": "text-decoration:underline", "31": "fill:#e5534b"}


def spans(line):
    """(style, text) of the pieces between escape sequences."""
    style = ""
    for piece in re.split(r"(\x1b\[[0-9;]*m)", line):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if code:
            style = ";".join(STYLES[c] for c in code[1].split(";")
                             if c in STYLES)
        elif piece:
            yield style, piece


def row(line, number):
    y = MARGIN + FONT + number * HEIGHT
    out, column = [], 0
    for style, text in spans(line):
        out.append(f'<text x="{MARGIN + column * WIDTH:.1f}" y="{y}"'
                   f' textLength="{len(text) * WIDTH:.1f}"'
                   f'{f" style={chr(34)}{style}{chr(34)}" if style else ""}>'
                   f'{html.escape(text)}</text>')
        column += len(text)
    return "".join(out)


def main():
    tool, program = sys.argv[1:3]
    environment = dict(os.environ, COLUMNS="100", LC_ALL="C.UTF-8")
    done = subprocess.run([tool, "--color=always", "--trace=/dev/null", program],
                          env=environment, stdout=subprocess.PIPE, check=False)
    text = done.stdout.decode("utf-8")
    lines = [f"$ mazurka {os.path.basename(program)}"] + text.split("\n")
    lines = [l for l in lines if not re.match(r"(trace:|hint:|checking)", l)]
    while lines and not lines[-1]:
        lines.pop()
    lines = re.sub(r"\n\n+", "\n\n", "\n".join(lines)).split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    width = max(map(len, plain)) * WIDTH + 2 * MARGIN
    height = len(lines) * HEIGHT + 2 * MARGIN
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}"'
          f' height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
          ' role="img">')
    print(f"<title>What mazurka prints for {os.path.basename(program)}</title>")
    print("<style>text{white-space:pre;fill:#d7dde4;"
          f"font:{FONT}px ui-monospace,'DejaVu Sans Mono',Menlo,monospace}}"
          "</style>")
    print('<rect width="100%" height="100%" rx="8" fill="#1c2128"/>')
    for number, line in enumerate(lines):
        if line:
            print(row(line, number))
    print("</svg>")


main()
