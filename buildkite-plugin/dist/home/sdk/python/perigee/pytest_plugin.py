"""Makes each test of pytest a span: `pytest -p perigee.pytest_plugin`. Does nothing without Perigee."""

import hashlib
import os
import re
import sys

import pytest

from . import PerigeeError, profile, run_case
from ._connection import path

_NAME_LENGTH = 200
_LINE_OR_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_WANTED = os.environ.get("PERIGEE_PATTERN")


def name_test(node_id):
    """The id that pytest shows. One that is too long keeps what tells it from others: a hash of the whole."""
    name = _LINE_OR_CONTROL.sub(" ", node_id).strip() or "unnamed"
    # The collector counts as JavaScript does.
    if len(name.encode("utf-16-le", "replace")) // 2 <= _NAME_LENGTH:
        return name
    cut = name.encode("utf-16-le", "replace")[: 2 * (_NAME_LENGTH - 10)]
    return "%s #%s" % (cut.decode("utf-16-le", "ignore"), _hash(node_id)[:8])


def _hash(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def compile_pattern(pattern):
    """`test/**`: ** is any text, **/ also no folder at all, and * any text without a slash."""
    parts = re.split(r"(\*\*/|\*\*|\*)", pattern)
    known = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*"}
    return re.compile("".join(known.get(part) or re.escape(part) for part in parts) + r"\Z")


_counts = {"run": 0, "measured": 0}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    """The test alone, without the fixtures that are set up before it."""
    if path is None:
        yield
        return
    span = profile(name_test(item.nodeid))
    span._of_case["case"] = _hash(item.nodeid)
    try:
        span.__enter__()
        run_case(span)
    except PerigeeError:
        # The record says so; the test passes or fails by itself.
        span = None
    outcome = yield
    if span is None:
        return
    run_case(None)
    failure = outcome.excinfo or _failure_of_unittest(item)
    if failure and _is_expected(item, failure[0]):
        failure = None
        span._of_case["expectedFailure"] = True
    if failure is None:
        _counts["measured"] += 1
    try:
        span.__exit__(*(failure or (None, None, None)))
    except PerigeeError:
        pass


def _failure_of_unittest(item):
    """Tests of unittest raise nothing: pytest keeps what they told it with the test."""
    for kept in getattr(item, "_excinfo", None) or ():
        return kept.type, kept.value, kept.tb
    return None


def _is_expected(item, kind):
    """A test that is marked xfail does its work, and fails at its end as it should."""
    if issubclass(kind, pytest.xfail.Exception):
        return True
    if issubclass(kind, pytest.skip.Exception):
        return False
    return item.get_closest_marker("xfail") is not None


if _WANTED:
    _wanted = compile_pattern(_WANTED)

    def pytest_ignore_collect(collection_path, config):
        """Leaves out files that the pattern of perigee.yml does not fit."""
        if not collection_path.is_file() or collection_path.name == "__init__.py":
            return None
        start = str(config.invocation_params.dir)
        name = os.path.relpath(str(collection_path), start).replace(os.sep, "/")
        return None if _wanted.match(name) else True

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(early_config, args):
        """One test after the other: the counters of a span are those of all processes of the test."""
        plugins = early_config.pluginmanager
        if plugins.hasplugin("xdist"):
            args += ["-n", "0"]
        if plugins.hasplugin("pytest_cov"):
            args.append("--no-cov")
            early_config.known_args_namespace.no_cov = True
        yield

    def pytest_runtest_logfinish():
        _counts["run"] += 1

    def pytest_sessionfinish(session, exitstatus):
        """A run that does not measure all tests must not pass: what is missing would look like no change."""
        why = None
        if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            why = "no test of pytest fits the pattern %s" % _WANTED
        elif exitstatus == pytest.ExitCode.OK and path is not None:
            if _counts["run"] < session.testscollected:
                why = "pytest ended before it had run all tests"
            elif _counts["measured"] == 0:
                why = "pytest ran no test that passed: all are skipped"
        if why is not None:
            sys.stderr.write("Perigee: %s\n" % why)
            session.exitstatus = max(int(exitstatus), 1)
