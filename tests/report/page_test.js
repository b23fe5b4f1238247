// SPDX-License-Identifier: Apache-2.0
// Clicks through a report (html.py puts it behind the page's own script) and
// leaves what it has seen as JSON in an element. WANTED is set before it.
"use strict";
(() => {
    const $ = (id) => document.getElementById(id);
    const seen = { failed: [], checks: 0 };
    const check = (name, holds) => {
        seen.checks++;
        if (!holds) seen.failed.push(name);
    };
    const is = (name, wanted, got) => check(`${name}: ${JSON.stringify(wanted)} wanted, ${JSON.stringify(got)} seen`, wanted === got);
    const key = (name, target) => (target || document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    const current = () => document.querySelector(".event[aria-current]");
    const rows = () => document.querySelectorAll("#steps tbody tr").length;
    const visible = (element) => element.getClientRects().length > 0;

    // The contrast of two colours, as the guidelines for accessible pages have it.
    const light = (css) => css.match(/[\d.]+/g).slice(0, 3).map((c) => c / 255)
        .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const contrast = (a, b) => {
        const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
    };

    const stepping = () => {
        is("no step is lost", Number($("slider").max) + 1, rows());
        key("Home");
        is("Home", "0", $("slider").value);
        check("nobody goes back from the first step", $("first").disabled && $("back").disabled && !$("next").disabled);
        is("nothing is printed at first", "(nothing)", $("printed").textContent);
        const texts = [current().textContent];
        for (let i = 1; i < rows(); i++) {
            $("next").click();
            texts.push(current().textContent);
            is("one is current", 1, document.querySelectorAll(".event[aria-current]").length);
            const at = $("now").textContent, line = document.querySelector("#source li.on");
            check(`step ${i}: its line is shown`, line && at.includes(`:${line.value}`));
            check(`step ${i}: it is announced`, $("where").textContent.startsWith(`${i + 1} of ${rows()}: `));
        }
        check("nobody goes on from the last step", $("last").disabled && $("next").disabled);
        for (let i = rows() - 2; i >= 0; i--) {
            key("ArrowLeft");
            is("back again", texts[i], current().textContent);
        }
        key("End");
        is("End", String(rows() - 1), $("slider").value);
        $("slider").value = 1;
        $("slider").dispatchEvent(new Event("input"));
        is("the slider", texts[1], current().textContent);
        document.querySelectorAll(".event")[2].click();
        is("a click", texts[2], current().textContent);
        current().focus();
        key("ArrowDown", current());
        check("focus goes with the step", document.activeElement === current() && current().textContent === texts[3]);
        is("one stop for the tab key", 1, document.querySelectorAll('.event[tabindex="0"]').length);
        key("End");
        check("nothing is still to come", !document.querySelector(".later"));
    };

    const names = () => {
        for (const button of document.querySelectorAll("button, select, input"))
            check(`a name for ${button.id || button.className}`, button.textContent.trim().length > 1 ||
                button.ariaLabel || button.labels && button.labels.length);
        const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
        is("ids are there once", ids.length, new Set(ids).size);
        for (const e of document.querySelectorAll("[aria-labelledby]")) check("labels are there", $(e.getAttribute("aria-labelledby")));
        const levels = [...document.querySelectorAll("h1, h2, h3")].filter(visible).map((h) => Number(h.tagName[1]));
        check("headings do not skip a level", levels.every((l, i) => l <= (levels[i - 1] || 0) + 1));
    };

    const readable = () => {
        const paper = getComputedStyle(document.body).backgroundColor;
        const probe = document.body.appendChild(document.createElement("span"));
        for (const name of ["ink", "faint", "bad", "good", "maybe", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7"])
            for (const ground of ["paper", "panel", "mark"]) {
                if (ground === "mark" && /^t|maybe|good/.test(name)) continue;
                probe.style.cssText = `color: var(--${name}); background-color: var(--${ground})`;
                const style = getComputedStyle(probe), ratio = contrast(style.color, style.backgroundColor);
                check(`contrast of ${name} on ${ground}: ${ratio.toFixed(2)}`, ratio >= 4.5);
            }
        probe.remove();
        is("dark", Boolean(WANTED.dark), light(paper) < 0.2);
    };

    const show = (what) => {
        $("which").value = what;
        $("which").dispatchEvent(new Event("change"));
        return rows();
    };

    const all = () => {
        is("verdict", WANTED.verdict, $("verdict").textContent);
        is("is there a story", Boolean(WANTED.steps), !$("story").hidden);
        check("nothing is wider than the window", document.documentElement.scrollWidth <= innerWidth);
        check("nobody has run what the program says", window.taken === undefined && !document.querySelector("img"));
        if (WANTED.says) check(`it says ${WANTED.says}`, document.body.innerText.includes(WANTED.says));
        names();
        readable();
        if (!WANTED.steps) return;
        const arrows = document.querySelectorAll("#arrows path").length;
        is("arrows", !WANTED.phone, arrows > 0 && visible($("arrows")));
        if (WANTED.races) check("a race is no order", document.querySelector("#arrows path.value"));
        if (WANTED.phone) check("threads are named in each step", visible(document.querySelector(".event .name")));
        const matter = rows();
        is("what matters is shown first", "matter", $("which").value);
        check("it goes wrong at the end", current() && /mishap|waits/.test(current().className));
        show("all");
        if (WANTED.rows) is("rows", WANTED.rows, rows());
        else stepping();
        for (const [step, what] of Object.entries(WANTED.at || {})) {
            [...document.querySelectorAll(".event")].find((e) => e.textContent.includes(step)).click();
            for (const [id, text] of Object.entries(what))
                check(`${id} at ${step}: ${$(id).textContent}`, $(id).textContent.includes(text));
        }
        const before = rows();
        check("without plain accesses", show("operations") < before || WANTED.rows || WANTED.model);
        is("only what matters", matter, show("matter"));
        check("all is more", show("all") >= matter);
        if (WANTED.rows) {
            $("all").click();
            check("all rows", rows() > WANTED.rows);
        }
        is("scenarios", (WANTED.scenarios || []).join(),
            [...document.querySelectorAll("#scenarios tbody tr")].map((r) => [...r.children].map((c) => c.textContent).join(" ")).join());
        is("on paper is what was printed", document.querySelectorAll(".event.printed").length > 0, !$("paper").hidden);
        is("accesses of a data race", WANTED.races || 0, document.querySelectorAll("#races tbody tr").length);
        check("the tree", !$("tree").hidden && $("tree").querySelector("details, .leaf"));
    };

    try {
        all();
    } catch (error) {
        seen.failed.push(String(error.stack));
    }
    const element = document.createElement("pre");
    element.id = "seen";
    element.textContent = btoa(unescape(encodeURIComponent(JSON.stringify(seen))));
    document.body.append(element);
})();
