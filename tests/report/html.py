# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real browser: clicked through by page_test.js, and looked
at in pictures: on a desk, on a phone, in the dark and on paper.

    python3 tests/report/html.py path/to/mazurka [folder for the pictures]

Ends with 77 where there is no chromium.
"""

import base64
import json
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent
mazurka = pathlib.Path(sys.argv[1]).resolve()
browser = shutil.which("chromium")
failures = 0
checks = 0

PROGRAMS = {
    "bank.c": r"""
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int balance = 100;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int get(void) {
    pthread_mutex_lock(&m);
    int b = balance;
    pthread_mutex_unlock(&m);
    return b;
}
static void put(int b) {
    pthread_mutex_lock(&m);
    balance = b;
    pthread_mutex_unlock(&m);
}
static void *withdraw(void *amount) {
    int n = *(int *)amount;
    put(get() - n);
    printf("withdrew %d </script><img src=x onerror='taken = 1'>\n", n);
    return NULL;
}
int main(void) {
    pthread_t a, b;
    int sixty = 60, thirty = 30;
    pthread_create(&a, NULL, withdraw, &sixty);
    pthread_create(&b, NULL, withdraw, &thirty);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance == 10 && "</script><img src=x onerror='taken = 1'><!--<script>");
}
""",
    "race.c": r"""
#include <pthread.h>
static int x;
static void *thread(void *unused) {
    x = 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    x = 2;
    pthread_join(t, NULL);
}
""",
    "long.c": r"""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *thread(void *unused) {
    for (int i = 0; i < 500; i++)
        atomic_store(&x, i);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, thread, NULL);
    for (int i = 0; i < 500; i++)
        atomic_store(&x, -1);
    pthread_join(t, NULL);
    assert(x == 7);
}
""",
    "scenarios.c": r"""
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
static _Atomic int n;
static void *add(void *unused) {
    int seen = n;
    n = seen + 1;
    return unused;
}
static void *count(void *unused) {
    n++;
    return unused;
}
static void two(void *(*run)(void *)) {
    pthread_t a, b;
    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 2);
}
static void good(void) { two(count); }
static void lost(void) { two(add); }
int main(void) {
    mz_run(good);
    mz_run(lost);
}
""",
    "safe.c": "int main(void) { return 0; }\n",
    "broken.c": "int main(void) { return }\n",
}

BANK = {"verdict": "unsafe", "steps": True, "says": "</script><img src=x onerror",
        "at": {"write balance 100": {"variables": "balance", "locks": "m"}}}
PAGES = [  # file, words, width, what must be seen
    ("bank.c", [], 1300, BANK),
    ("bank.c", [], 390, {**BANK, "phone": True}),
    ("bank.c", ["--dark"], 1300, {**BANK, "dark": True}),
    ("race.c", [], 1300, {"verdict": "unsafe", "steps": True, "races": 2, "says": "race.c:4"}),
    ("scenarios.c", [], 1300, {"verdict": "unsafe", "steps": True, "says": "scenario lost",
                               "scenarios": ["good safe 1", "lost unsafe 1"]}),
    ("long.c", [], 1300, {"verdict": "unsafe", "steps": True, "rows": 600}),
    ("safe.c", [], 390, {"verdict": "safe", "says": "nothing was found in 1 executions"}),
    ("broken.c", [], 390, {"verdict": "not checked", "says": "does not compile"}),
    ("philosophers.model", [], 1300, {"verdict": "unsafe", "steps": True, "model": True}),
]


def fail(words):
    global failures
    failures += 1
    print(f"FAILED: {words}")


def browse(page, width, *words):
    with tempfile.TemporaryDirectory() as profile:
        dark = ["--blink-settings=preferredColorScheme=0"] if "--dark" in words else []
        return subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
             "--no-first-run", "--disable-background-networking", "--hide-scrollbars",
             "--disable-component-update", "--disable-sync", f"--user-data-dir={profile}",
             f"--window-size={width},1200", *dark,
             *(w for w in words if w != "--dark"), page.as_uri()],
            capture_output=True, text=True, timeout=120).stdout


def write_page(name):
    page = pathlib.Path(name + ".html").resolve()
    command = "model" if name.endswith(".model") else "check"
    subprocess.run([mazurka, command, "-q", f"--html={page}", "--trace=/dev/null", name],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    text = page.read_text(encoding="utf-8")
    # Nothing is fetched: no address but the name of SVG.
    for address in set(re.findall(r"https?://[^\s\"'<>]*", text)):
        if address != "http://www.w3.org/2000/svg":
            fail(f"{name}: {address} is in the page")
    return page, text


def click_through(name, words, width, wanted):
    global checks
    page, text = write_page(name)
    test = (here / "page_test.js").read_text(encoding="utf-8")
    # An object of ours, with no < in it.
    script = f"<script>const WANTED = {json.dumps(wanted)};</script>".replace("</script><img", "\\u003c/script><img")
    copy = page.with_suffix(".test.html")
    copy.write_text(text.replace("</body>", f"{script}\n<script>{test}</script>\n</body>"), encoding="utf-8")
    dom = browse(copy, width, *words, "--dump-dom")
    found = re.search(r'<pre id="seen">([^<]*)</pre>', dom)
    if not found:
        fail(f"{name}, {width} pixels: the script did not end: {dom[-300:]}")
        return
    seen = json.loads(base64.b64decode(found.group(1)))
    checks += seen["checks"]
    for words_of_it in seen["failed"]:
        fail(f"{name}, {width} pixels: {words_of_it}")


def pixels(path):
    """Rows of bytes of a PNG with 8 bits a channel, and how many channels."""
    data = path.read_bytes()
    at, packed = 8, b""
    width, height, _, kind = struct.unpack(">IIBB", data[16:26])
    while at < len(data):
        size, = struct.unpack(">I", data[at:at + 4])
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    channels = {2: 3, 6: 4}[kind]
    raw, stride, rows = zlib.decompress(packed), width * channels, []
    above = bytearray(stride)
    for y in range(height):
        start = y * (stride + 1)
        how, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            a = row[i - channels] if i >= channels else 0
            b, c = above[i], above[i - channels] if i >= channels else 0
            if how == 1:
                row[i] = (row[i] + a) & 255
            elif how == 2:
                row[i] = (row[i] + b) & 255
            elif how == 3:
                row[i] = (row[i] + (a + b) // 2) & 255
            elif how == 4:
                p = a + b - c
                near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
                row[i] = (row[i] + near) & 255
        rows.append(row)
        above = row
    return rows, channels


def look(folder, page, name, width, words, dark):
    """A picture: of the right colour, and not empty anywhere that matters."""
    global checks
    picture = folder / f"{name}.png"
    browse(page, width, *words, f"--screenshot={picture}")
    rows, channels = pixels(picture)
    paper = sum(rows[2][:3]) / 3
    inked = sum(any(abs(row[i] - rows[2][i % channels]) > 60 for i in range(0, len(row), channels))
                for row in rows[:1000])
    checks += 2
    if (paper < 80) != dark:
        fail(f"{name}: the paper is {paper}")
    if inked < 400:
        fail(f"{name}: only {inked} of 1000 lines have anything on them")


def main():
    folder = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else pathlib.Path.cwd()
    for name, text in PROGRAMS.items():
        pathlib.Path(name).write_text(text.lstrip("\n"))
    shutil.copy(root / "examples" / "philosophers.model", ".")
    for page in PAGES:
        click_through(*page)
    page = pathlib.Path("bank.c.html").resolve()
    look(folder, page, "desk", 800, [], False)
    look(folder, page, "dark", 800, ["--dark"], True)
    look(folder, page, "phone", 390, [], False)
    browse(page, 800, f"--print-to-pdf={folder / 'paper.pdf'}")
    paper = (folder / "paper.pdf").read_bytes()
    if not paper.startswith(b"%PDF") or len(paper) < 10000:
        fail("nothing is printed")
    print(f"{checks} checks in a browser, {failures} failures")
    return failures != 0


if not browser:
    print("skipped: there is no chromium")
    sys.exit(77)
with tempfile.TemporaryDirectory() as work:
    import os
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).mkdir(exist_ok=True)
        sys.argv[2] = str(pathlib.Path(sys.argv[2]).resolve())
    os.chdir(work)
    code = main()
    os.chdir("/")
sys.exit(code)
