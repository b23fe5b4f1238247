"use strict";
// The report of a check (html.c puts the data in). Nothing is fetched; what comes
// from the program is only ever set as text.
(() => {
    const data = JSON.parse(document.getElementById("data").textContent);
    const result = data.result;
    const $ = (id) => document.getElementById(id);
    const FEW_ROWS = 600; // that are shown at once
    let finding, steps, at = 0, shown = [], buttons = [], sharers, shows, everything = false;

    const make = (name, text, classes) => {
        const element = document.createElement(name);
        if (text !== undefined) element.textContent = text;
        if (classes) element.className = classes;
        return element;
    };
    const row = (list, term, value) => list.append(make("dt", term), make("dd", String(value)));
    const place = (step) => step.line ? `${step.file}:${step.line}` : step.file;
    // One place in memory has many names, by what leads to it: "q->head (queue)".
    const memory = (step) => /\(([^()]*)\)$/.exec(step.object)?.[1] || step.object;
    const words = (step) => step.kind === "printed" ? `prints ${JSON.stringify(step.text)}`
        : step.kind === "waits" ? `waits: ${step.text}`
        : step.operation === "exchange-await" ? `exchange ${step.object}: ${step.old} -> ${step.value}` : step.text;
    const colour = (thread) => `var(--t${Math.max(0, finding.threads.indexOf(thread)) % 8})`;

    // ------------------------------------------------------------ the verdict

    const headline = () => {
        $("verdict").textContent = result.verdict.replace("-", " ");
        $("verdict").className = result.verdict;
        $("program").textContent = result.program.concat(result.arguments).join(" ");
        document.title = `${result.verdict}: ${result.program[0]} (mazurka)`;
        const total = Object.values(result.executions).reduce((a, b) => a + b, 0);
        if (finding) {
            $("headline").textContent = finding.title || `${finding.kind}: ${finding.message}`;
            $("explanation").replaceChildren(...(finding.explanation || []).map((line) => {
                const paragraph = make("p", "", line.startsWith("  ") ? "row" : "");
                const parts = line.startsWith("  ") ? line.trim().split(/ {3,}/) : [line];
                paragraph.append(...parts.flatMap((part) => [make("span", part), " "]));
                return paragraph;
            }));
            $("summary").textContent = `${place(finding)}${finding.function ? `, ${finding.function}()` : ""}, thread ` +
                `${finding.thread}, in execution ${finding.executions}` +
                (finding.scenario ? `, scenario ${finding.scenario}` : "") +
                (finding.trace ? ` · mazurka replay ${/\.c$/.test(result.program[0]) ? "--rebuild " : ""}${finding.trace}` : "");
        } else {
            $("headline").textContent = result.reason || `nothing was found in ${total} executions`;
            $("summary").textContent = result.reason && result.verdict !== "not-checked"
                ? `nothing was found so far, in ${total} executions` : "";
        }
    };

    // On paper there is no step to look at: all that was printed.
    const paper = () => {
        const text = finding ? finding.steps.filter((s) => s.kind === "printed").map((s) => s.text).join("") : "";
        $("paper").hidden = !text;
        $("paper").querySelector("pre").textContent = text;
    };

    const scenarios = () => {
        const body = $("scenarios").querySelector("tbody");
        for (const one of result.scenarios || []) {
            $("scenarios").hidden = false;
            const line = make("tr"), name = make("th", one.name), e = one.executions;
            const blocked = e.sleep_set_blocked + e.assume_blocked + e.deadlocked + e.bounded;
            name.scope = "row";
            line.append(name, make("td", one.reason ? `${one.verdict}: ${one.reason}` : one.verdict, one.verdict),
                make("td", `${e.complete}${blocked ? `, ${blocked} blocked` : ""}`));
            body.append(line);
        }
    };

    const statistics = () => {
        const list = $("statistics"), e = result.executions;
        row(list, "algorithm", result.algorithm);
        row(list, "memory model", result.memory);
        row(list, "everything explored", result.complete ? "yes" : "no");
        row(list, "complete executions", e.complete);
        row(list, "blocked", `${e.sleep_set_blocked} redundant, ${e.assume_blocked} by assumptions, ${e.deadlocked} deadlocked`);
        if (e.bounded) row(list, "cut by a bound", e.bounded);
        row(list, "steps", `${result.steps.executed}, and ${result.steps.replayed} again to go back`);
        row(list, "races reversed", result.races_reversed);
        row(list, "seconds", `${result.seconds.explore.toFixed(3)} to explore, ${result.seconds.compile.toFixed(3)} to compile`);
        row(list, "memory", `${result.peak_kib} KiB`);
        if (result.outside.length) row(list, "not under control", result.outside.join(", "));
        if (result.trusted.length) row(list, "trusted", result.trusted.join(", "));
        if (result.unconfirmed.length)
            row(list, "did not happen again", result.unconfirmed.map((f) => `${f.kind} at ${place(f)}`).join(", "));
        for (const loop of result.cut_loops) {
            $("loops").hidden = false;
            $("loops").querySelector("ul").append(make("li",
                `${place(loop)}${loop.function ? `, ${loop.function}()` : ""}: in ${loop.executions} executions`));
        }
        $("options").textContent = Object.entries(result.options)
            .filter(([, value]) => value !== null && value !== false)
            .map(([name, value]) => value === true ? `--${name}` : `--${name}=${value}`).join(" ");
        $("made").textContent = `made by mazurka ${result.mazurka}`;
    };

    // --------------------------------------------------------------- the tree

    // [parent, label, ending, execution, finding] of each node; ending null: no leaf.
    const tree = () => {
        if (!data.tree || data.tree.nodes.length < 2) return;
        const children = data.tree.nodes.map(() => []);
        data.tree.nodes.forEach((node, i) => { if (i) children[node[0]].push(i); });
        const leaf = (i) => {
            const [, , ending, execution, found] = data.tree.nodes[i];
            return ending === null ? "" : ` — execution ${execution}: ${found || ending}`;
        };
        // A line of steps without a choice is one entry.
        const entry = (i) => {
            let labels = [];
            for (;; i = children[i][0]) {
                if (data.tree.nodes[i][1]) labels.push(data.tree.nodes[i][1]);
                if (children[i].length !== 1) break;
            }
            const many = labels.length > 6;
            const text = (many ? [...labels.slice(0, 3), `… ${labels.length - 5} more …`, ...labels.slice(-2)] : labels).join(" · ");
            if (!children[i].length) {
                const line = make("div", text + leaf(i), "leaf");
                if (data.tree.nodes[i][4]) line.classList.add("unsafe");
                return line;
            }
            const details = make("details");
            details.append(make("summary", `${text || "start"} (${children[i].length} ways to go on)`));
            details.addEventListener("toggle", () => {
                if (details.open && details.children.length === 1)
                    details.append(...children[i].map(entry));
            });
            return details;
        };
        $("tree").hidden = false;
        const top = entry(0);
        $("tree").querySelector("div").append(top);
        if (top.tagName === "DETAILS") top.open = true;
        if (data.tree.left_out)
            $("tree").append(make("p", `${data.tree.left_out} executions are left out`, "hint"));
    };

    // ------------------------------------------------------------ the schedule

    // Of plain accesses those to what several threads use, if there are any.
    const choose = () => {
        sharers = new Map();
        for (const step of steps)
            if (step.object) sharers.set(memory(step), (sharers.get(memory(step)) || new Set()).add(step.thread));
        const plain = (step) => step.kind === "access" || step.kind === "freed";
        const shared = (step) => sharers.get(memory(step)).size > 1;
        const some = steps.some((step) => plain(step) && shared(step));
        const wanted = {
            matter: (step) => step.matters,
            operations: (step) => !plain(step),
            all: (step) => !plain(step) || !some || shared(step) || step.matters,
        }[$("which").value];
        shown = steps.map((step, i) => i).filter((i) => wanted(steps[i]));
        if (!shown.length) shown = steps.map((step, i) => i);
        shows = new Set(shown.map((i) => steps[i]));
    };

    const event = (i) => {
        const step = steps[i], button = make("button", undefined, `event ${step.kind}`);
        button.type = "button";
        button.style.setProperty("--thread", colour(step.thread));
        const text = make("span", words(step), "text");
        text.dataset.source = step.source;
        button.append(make("span", `${step.thread} `, "name"), text, " ", make("span", place(step), "at"));
        button.addEventListener("click", () => go(i));
        return button;
    };

    const draw = () => {
        choose();
        const head = make("tr"), threads = finding.threads.filter((t) => steps.some((s) => s.thread === t));
        const number = make("th", "step");
        number.scope = "col";
        head.append(number, ...threads.map((thread) => {
            const cell = make("th", thread);
            cell.scope = "col";
            cell.style.color = colour(thread);
            return cell;
        }));
        $("steps").tHead.replaceChildren(head);
        buttons = [];
        const from = everything ? 0 : Math.max(0, shown.length - FEW_ROWS);
        let last;
        const rows = shown.slice(from).map((i) => {
            const line = make("tr"), step = steps[i];
            line.append(make("td", step.step && step.step !== last ? step.step : "", "number"));
            last = step.step;
            for (const thread of threads) {
                const cell = make("td");
                if (thread === step.thread) cell.append(buttons[i] = event(i));
                else cell.className = "empty";
                line.append(cell);
            }
            return line;
        });
        $("steps").tBodies[0].replaceChildren(...rows);
        $("more").hidden = !from && !finding.steps_left_out;
        $("all").hidden = !from;
        $("left").textContent = finding.steps_left_out ? `${finding.steps_left_out} steps before these are left out.` : "";
        $("slider").max = shown.length - 1;
    };

    // What had to come before a step: who had its lock or wrote its value, who
    // created its thread, the end of the thread that it joins. Plain accesses are
    // ordered by nothing: there it is only where the value comes from.
    const before = (i) => {
        const step = steps[i], edges = [];
        if (step.from !== undefined && step.from !== null && steps[step.from].thread !== step.thread) edges.push(step.from);
        const earlier = (test) => { for (let j = i - 1; j >= 0; j--) if (test(steps[j])) return j; return -1; };
        if (earlier((s) => s.thread === step.thread && shows.has(s)) < 0) {
            const j = earlier((s) => s.operation === "spawn" && s.other === step.thread);
            if (j >= 0) edges.push(j);
        }
        if (step.kind === "operation" && step.operation === "join" && step.other) {
            const j = earlier((s) => s.thread === step.other && shows.has(s));
            if (j >= 0) edges.push(j);
        }
        return edges;
    };

    const arrows = () => {
        const svg = $("arrows"), board = $("board").getBoundingClientRect();
        svg.replaceChildren();
        if (getComputedStyle(svg).display === "none") return;
        svg.setAttribute("width", $("steps").offsetWidth);
        svg.setAttribute("height", $("steps").offsetHeight);
        const space = "http://www.w3.org/2000/svg";
        const end = (button) => Math.max(...[...button.children].flatMap((c) => [...c.getClientRects()]).map((r) => r.right)) + 3;
        shown.forEach((i) => {
            if (!buttons[i]) return;
            for (const j of before(i)) {
                if (!buttons[j]) continue;
                const a = buttons[j].getBoundingClientRect(), b = buttons[i].getBoundingClientRect();
                const right = a.left < b.left, left = $("board").scrollLeft - board.left;
                const x = (right ? end(buttons[j]) : a.left) + left, y = a.top + a.height / 2 - board.top;
                const u = (right ? b.left : end(buttons[i])) + left, v = b.top + b.height / 2 - board.top;
                const bend = (right ? 1 : -1) * 18, tip = right ? -5 : 5;
                const path = document.createElementNS(space, "path");
                path.setAttribute("d", `M${x},${y} C${x + bend},${y} ${u - bend},${v} ${u},${v} m${tip},-4 l${-tip},4 l${tip},4`);
                const value = j === steps[i].from && steps[i].kind !== "operation";
                path.setAttribute("class", (value ? "value" : "order") + (i === at || j === at ? " on" : ""));
                svg.append(path);
            }
        });
    };

    // ------------------------------------------------------------ at this step

    const locksOf = (thread) => {
        for (let i = at + 1; i < steps.length; i++)
            if (steps[i].thread === thread && steps[i].kind !== "waits") return steps[i].locks || [];
        for (let i = Math.min(at, steps.length - 1); i >= 0; i--) {
            const step = steps[i];
            if (step.thread !== thread) continue;
            const locks = [...(step.locks || [])];
            if (step.holds > 0) locks.push(step.object);
            if (step.holds < 0 && locks.includes(step.object)) locks.splice(locks.lastIndexOf(step.object), 1);
            return locks;
        }
        return [];
    };

    const state = () => {
        const variables = new Map();
        let printed = "";
        for (let i = 0; i <= at; i++) {
            const step = steps[i];
            if (step.kind === "printed") printed += step.text;
            if (step.object && step.kind !== "waits" && step.value !== undefined && sharers.get(memory(step)).size > 1) {
                const old = variables.get(memory(step));
                const writes = step.old !== step.value || /write|exchange|add|store|update/.test(step.operation);
                variables.set(memory(step), { name: step.object, value: step.value, by: writes ? step : old && old.by, now: i === at });
            }
        }
        $("variables").tBodies[0].replaceChildren(...[...variables].map(([, v]) => {
            const line = make("tr", undefined, v.now ? "changed" : "");
            line.append(make("td", v.name), make("td", v.value),
                make("td", v.by ? `${v.by.thread}, ${place(v.by)}` : "the start"));
            return line;
        }));
        const born = new Set(steps.slice(0, at + 1).flatMap((s) => [s.thread, s.other]));
        const held = finding.threads.filter((t) => born.has(t)).map((t) => [t, locksOf(t)]).filter(([, l]) => l.length);
        $("locks").replaceChildren(...(held.length ? held.map(([t, l]) => make("li", `${t}: ${l.join(", ")}`)) : [make("li", "none")]));
        $("printed").textContent = printed || "(nothing)";
    };

    const detail = () => {
        const step = steps[at], list = $("now");
        list.replaceChildren();
        row(list, "thread", step.thread);
        row(list, "what", words(step));
        row(list, "where", `${place(step)}${step.function ? `, ${step.function}()` : ""}`);
        if (step.old !== undefined && step.old !== step.value) row(list, "value", `${step.old} → ${step.value}`);
        else if (step.value !== undefined) row(list, "value", step.value);
        if (step.from !== undefined && step.from !== null) {
            const from = steps[step.from];
            row(list, "after", `${from.thread}, ${place(from)}: ${words(from)}`);
        }
    };

    let file;
    const source = () => {
        const step = steps[at], box = $("source"), text = data.sources[step.file];
        $("source-title").textContent = step.file ? `Source: ${step.file}` : "Source";
        if (text === undefined) {
            const list = make("ol"), line = make("li", step.source, "on");
            line.value = step.line;
            if (step.source) list.append(line);
            box.replaceChildren(step.source ? list : make("p", "The source is not known."));
            file = undefined;
            return;
        }
        if (file !== step.file) {
            const list = make("ol");
            text.split("\n").forEach((words, i) => {
                const line = make("li", words);
                line.value = i + 1;
                list.append(line);
            });
            box.replaceChildren(list);
            file = step.file;
        }
        box.querySelectorAll(".on").forEach((line) => { line.className = ""; line.removeAttribute("aria-current"); });
        const line = box.querySelector("ol").children[step.line - 1];
        if (!line) return;
        line.className = "on";
        line.setAttribute("aria-current", "true");
        box.scrollTop = line.offsetTop - box.offsetTop - box.clientHeight / 2;
    };

    const go = (i, focus) => {
        at = i;
        const n = shown.indexOf(at);
        $("slider").value = n;
        $("where").textContent = `${n + 1} of ${shown.length}: ${steps[at].thread}, ${words(steps[at])}`;
        $("first").disabled = $("back").disabled = n <= 0;
        $("last").disabled = $("next").disabled = n >= shown.length - 1;
        buttons.forEach((button, j) => {
            button.closest("tr").classList.toggle("later", j > at);
            if (j === at) button.setAttribute("aria-current", "step");
            else button.removeAttribute("aria-current");
            button.tabIndex = j === at ? 0 : -1;
        });
        if (buttons[at]) {
            if (focus) buttons[at].focus({ preventScroll: true });
            const box = buttons[at].getBoundingClientRect(), bar = $("controls").getBoundingClientRect();
            if (box.top < bar.bottom || box.bottom > innerHeight)
                if (focus !== undefined) buttons[at].scrollIntoView({ block: "center" });
        }
        detail();
        state();
        source();
        arrows();
    };

    const move = (by, focus) => {
        const n = Math.min(shown.length - 1, Math.max(0, shown.indexOf(at) + by));
        go(shown[n], focus);
    };

    // -------------------------------------------------------------- a finding

    const races = () => {
        $("races").hidden = !finding.accesses;
        $("races").querySelector("tbody").replaceChildren(...(finding.accesses || []).map((a) => {
            const line = make("tr");
            line.append(make("td", a.thread), make("td", a.text), make("td", `${place(a)}, ${a.function}()`),
                make("td", a.source), make("td", (a.locks || []).join(", ") || "none"));
            return line;
        }));
    };

    const show = (n) => {
        finding = result.findings[n];
        steps = (finding && finding.steps) || [];
        headline();
        paper();
        $("story").hidden = !steps.length;
        if (!steps.length) return;
        everything = false;
        $("which").value = steps.filter((step) => step.matters).length > 1 ? "matter" : "all";
        races();
        draw();
        const wrong = steps.findIndex((s) => s.kind === "mishap" || s.kind === "waits");
        go(wrong >= 0 && shown.includes(wrong) ? wrong : shown[shown.length - 1]);
    };

    result.findings.forEach((f, i) => {
        const option = make("option", `${i + 1}: ${f.kind} at ${place(f)}`);
        option.value = i;
        $("finding").append(option);
    });
    $("choice").hidden = result.findings.length < 2;
    $("finding").addEventListener("change", () => show(Number($("finding").value)));
    $("first").addEventListener("click", () => go(shown[0], false));
    $("last").addEventListener("click", () => go(shown[shown.length - 1], false));
    $("back").addEventListener("click", () => move(-1, false));
    $("next").addEventListener("click", () => move(1, false));
    $("slider").addEventListener("input", () => go(shown[Number($("slider").value)], false));
    $("all").addEventListener("click", () => { everything = true; draw(); go(at); });
    $("which").addEventListener("change", () => {
        draw();
        let n = shown.findIndex((i) => i >= at);
        go(shown[n < 0 ? shown.length - 1 : n]);
    });
    addEventListener("resize", () => { if (steps.length) arrows(); });
    addEventListener("beforeprint", () => { if (steps.length) arrows(); });
    document.addEventListener("keydown", (e) => {
        if (!steps.length || e.altKey || e.ctrlKey || e.metaKey || /^(SELECT|INPUT)$/.test(e.target.tagName)) return;
        const inTable = e.target.classList.contains("event");
        const keys = { ArrowRight: 1, j: 1, ArrowLeft: -1, k: -1 };
        if (inTable) Object.assign(keys, { ArrowDown: 1, ArrowUp: -1 });
        if (e.key in keys) move(keys[e.key], inTable);
        else if (e.key === "Home") go(shown[0], inTable);
        else if (e.key === "End") go(shown[shown.length - 1], inTable);
        else return;
        e.preventDefault();
    });

    show(0);
    scenarios();
    statistics();
    tree();
})();
