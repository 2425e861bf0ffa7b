"""`python -m perigee.cases 'test/e2e/**'` runs the tests of a project by its pytest, each as a span."""

import os
import sys

_OLDEST = 7


def _refuse(seen, remedy):
    sys.exit(
        "Perigee: %s\n  expected: pytest %d or newer\n  to do: %s" % (seen, _OLDEST, remedy)
    )


def main(pattern):
    try:
        import pytest
    except ImportError:
        _refuse(
            "pytest is not installed for %s" % sys.executable,
            'install the project in "setup" of perigee.yml, e.g. [python3, -m, venv, .venv] and '
            "[.venv/bin/pip, install, -e, ., pytest]; Perigee takes .venv where it is there",
        )
    if int(pytest.__version__.split(".")[0]) < _OLDEST:
        _refuse("pytest %s is too old" % pytest.__version__, "update pytest")
    os.environ["PERIGEE_PATTERN"] = pattern
    arguments = ["-p", "perigee.pytest_plugin"]
    # Where the pattern begins, so that pytest does not look through the rest of the project.
    folder = pattern.split("*")[0].rpartition("/")[0]
    if pattern != "**" and "*" not in pattern:
        arguments.append(pattern)
    elif folder and os.path.isdir(folder):
        arguments.append(folder)
    sys.exit(pytest.main(arguments))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "**")
