# SPDX-License-Identifier: Apache-2.0
"""Are these files what their schemas say, and do they say the same?

    validate.py ROOT SARIF-SCHEMA FOLDER…

Each folder has code (the exit code), result.json, log.sarif, junit.xml and, if
the program is not a model, witness.yml; if something was found, trace.json.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import warnings
import xml.etree.ElementTree as xml

import jsonschema
import yaml

warnings.simplefilter("ignore")
root = pathlib.Path(sys.argv[1])
here = root / "tests" / "report"
failures = 0


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


schemas = {name: load(root / "docs" / f"{name}.schema.json") for name in ("result", "trace")}
witness_schema = load(here / "witness.schema.json")
sarif_path = pathlib.Path(sys.argv[2])
sarif_schema = load(sarif_path) if sarif_path.exists() else None


def fail(folder, words):
    global failures
    failures += 1
    print(f"FAILED: {folder}: {words}")


def validate(folder, value, schema):
    kind = jsonschema.validators.validator_for(schema)
    store = {s["$id"]: s for s in schemas.values()}
    resolver = jsonschema.RefResolver.from_schema(schema, store=store)
    for error in kind(schema, resolver=resolver).iter_errors(value):
        path = "/".join(str(part) for part in error.absolute_path)
        fail(folder, f"{schema.get('title')}: {path}: {error.message[:300]}")


def resolve(schema):
    """What a schema says by $ref, and by itself."""
    reference = schema.get("$ref")
    if not reference:
        return schema
    document, _, path = reference.partition("#")
    at = next((s for s in schemas.values() if s["$id"] == document), None)
    candidates = [at] if at else list(schemas.values())
    for candidate in candidates:
        try:
            for part in path.strip("/").split("/"):
                candidate = candidate[part]
            return candidate
        except KeyError:
            pass
    raise KeyError(reference)


def documented(folder, value, schema, path=""):
    """Every key is in the schema: nothing is written that nobody can look up."""
    schema = resolve(schema)
    if isinstance(value, dict):
        for key, item in value.items():
            if key in schema.get("properties", {}):
                documented(folder, item, schema["properties"][key], f"{path}/{key}")
            elif "additionalProperties" not in schema:
                fail(folder, f"{path}/{key} is not in the schema")
    elif isinstance(value, list) and "items" in schema:
        for item in value:
            documented(folder, item, schema["items"], path)


def check_result(folder, code):
    result = load(folder / "result.json")
    validate(folder, result, schemas["result"])
    documented(folder, result, schemas["result"])
    if result["verdict"] != ["safe", "unsafe", "incomplete", "not-checked"][code]:
        fail(folder, f"verdict {result['verdict']} with exit code {code}")
    for finding in result["findings"]:
        steps = finding["steps"]
        if not steps:
            fail(folder, "a finding without steps")
        if not finding["title"] or not any("matters" in step for step in steps):
            fail(folder, "a finding without a title, or of which nothing matters")
        for i, step in enumerate(steps):
            if step["thread"] not in finding["threads"]:
                fail(folder, f"step {i} is of nobody")
            if step.get("from") is not None and step["from"] >= i:
                fail(folder, f"step {i} comes from a later one")
        if finding["kind"] == "data-race":
            a, b = finding["accesses"]
            if a["thread"] == b["thread"] or a["object"] != b["object"]:
                fail(folder, "a data race of one thread, or on two objects")
            if (a["file"], a["line"]) != (finding["file"], finding["line"]):
                fail(folder, "the later access is not where the finding is")
    return result


def check_trace(folder, result):
    path = folder / "trace.json"
    if path.exists() != bool(result["findings"]):
        fail(folder, "a trace without a finding, or a finding without one")
    if path.exists():
        trace = load(path)
        validate(folder, trace, schemas["trace"])
        documented(folder, trace, schemas["trace"])


def check_sarif(folder, result):
    log = load(folder / "log.sarif")
    if sarif_schema:
        validate(folder, log, sarif_schema)
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    found = [r["ruleId"] for r in run["results"]]
    if found != [f["kind"] for f in result["findings"]]:
        fail(folder, f"SARIF has {found}")
    successful = run["invocations"][0]["executionSuccessful"]
    if successful != (result["verdict"] != "not-checked"):
        fail(folder, "SARIF: executionSuccessful")
    told = bool(run["invocations"][0]["toolExecutionNotifications"])
    if told != ("reason" in result):
        fail(folder, "SARIF: why it is incomplete")
    for one, finding in zip(run["results"], result["findings"]):
        if rules[one["ruleIndex"]]["id"] != one["ruleId"]:
            fail(folder, "SARIF: ruleIndex")
        flows = one["codeFlows"][0]["threadFlows"]
        orders = [l["executionOrder"] for f in flows for l in f["locations"]]
        if sorted(orders) != list(range(1, len(finding["steps"]) + 1)):
            fail(folder, "SARIF: executionOrder is not the order of all steps")
        threads = [f["id"] for f in flows]
        if len(set(threads)) != len(threads) or not set(threads) <= set(finding["threads"]):
            fail(folder, f"SARIF: threads {threads}")
        if finding["kind"] == "data-race" and len(one["relatedLocations"]) != 2:
            fail(folder, "SARIF: both places of a data race")
        if not one["partialFingerprints"]:
            fail(folder, "SARIF: fingerprint")


def check_scenario(folder, case, scenario, result):
    """A test case of JUnit's is a scenario of the result."""
    if not case.get("name").endswith(": " + scenario["name"]):
        fail(folder, f"JUnit calls {scenario['name']} {case.get('name')}")
    if len(case.findall("failure")) != (scenario["verdict"] == "unsafe"):
        fail(folder, f"JUnit has another number of failures in {scenario['name']}")
    if [e.get("message") for e in case.findall("error")] != \
            ([scenario["reason"]] if scenario["verdict"] == "incomplete" else []):
        fail(folder, f"JUnit has other errors in {scenario['name']}")
    if scenario["verdict"] == "unsafe" and not any(
            f["scenario"] == scenario["name"] for f in result["findings"]):
        fail(folder, f"no finding is in {scenario['name']}")


def check_junit(folder, result):
    said = subprocess.run(
        ["xmllint", "--noout", "--schema", here / "junit.xsd", folder / "junit.xml"],
        capture_output=True, text=True)
    if said.returncode:
        fail(folder, f"JUnit: {said.stderr}")
        return
    suite = xml.parse(folder / "junit.xml").getroot().find("testsuite")
    cases = suite.findall("testcase")
    scenarios = result.get("scenarios", [])
    if len(cases) != max(1, len(scenarios)) or suite.get("tests") != str(len(cases)):
        fail(folder, f"JUnit has {len(cases)} cases")
    for case, scenario in zip(cases, scenarios):
        check_scenario(folder, case, scenario, result)
    if scenarios:
        return
    case = cases[0]
    kinds = [f.get("type") for f in case.findall("failure")]
    if kinds != [f["kind"] for f in result["findings"]]:
        fail(folder, f"JUnit has {kinds}")
    errors = [e.get("message") for e in case.findall("error")]
    if errors != ([result["reason"]] if result["verdict"] in ("incomplete", "not-checked") else []):
        fail(folder, f"JUnit has {errors}")


def check_witness(folder, result):
    path = folder / "witness.yml"
    if not path.exists():
        return
    entries = yaml.safe_load(path.read_text(encoding="utf-8"))
    validate(folder, entries, witness_schema)
    kinds = [e["entry_type"] for e in entries]
    wanted = {"safe": ["invariant_set"], "unsafe": ["violation_sequence"]}
    if kinds != wanted.get(result["verdict"], []):
        fail(folder, f"the witness has {kinds}")
    for entry in entries:
        task = entry["metadata"]["task"]
        for name in task["input_files"]:
            now = hashlib.sha256(pathlib.Path(name).read_bytes()).hexdigest()
            if task["input_file_hashes"][name] != now:
                fail(folder, f"the hash of {name}")
    if kinds == ["violation_sequence"]:
        last = entries[0]["content"][-1]["segment"]
        targets = [w["waypoint"] for w in last]
        first = result["findings"][0]
        if len(targets) != (2 if first["kind"] == "data-race" else 1):
            fail(folder, f"{len(targets)} targets")
        if any(t["type"] != "target" for t in targets):
            fail(folder, "it does not end with its target")
        if targets[0]["location"]["line"] != first["line"]:
            fail(folder, "the target is somewhere else")


if not sarif_schema:
    print(f"not compared with the published schema of SARIF: {sarif_path} is not there")
for name in sys.argv[3:]:
    one = pathlib.Path(name)
    there = check_result(one, int((one / "code").read_text()))
    check_trace(one, there)
    check_sarif(one, there)
    check_junit(one, there)
    check_witness(one, there)
print(f"{len(sys.argv) - 3} checks in all formats, {failures} failures")
sys.exit(failures != 0)
