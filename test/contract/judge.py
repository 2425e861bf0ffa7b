"""Judges the examples that it reads with Python's jsonschema and prints what it found, as JSON.

It reads the text of each by kind and name. For each: the places of its errors as JSON pointers, [] when it is valid, null when it is
not JSON. It reads the same schema files as the TypeScript side and shares nothing else with it.
"""

import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".cache" / "python"))

from jsonschema import Draft202012Validator, ValidationError, validators  # noqa: E402
from referencing import Registry, Resource  # noqa: E402


def match_as_ecma(validator, pattern, instance, schema):
    """JSON Schema means ECMA 262: `$` is the very end, and `\\d` is 0 to 9."""
    if not validator.is_type(instance, "string"):
        return
    if not re.search(re.sub(r"\$$", r"\\Z", pattern), instance, re.ASCII):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


Validator = validators.extend(Draft202012Validator, {"pattern": match_as_ecma})


def refuse_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse_finite(text):
    number = float(text)
    return None if math.isinf(number) else number


def load(path):
    return json.loads(path.read_text("utf-8"))


def build_registry():
    schemas = [load(path) for path in sorted((ROOT / "schemas").glob("*.schema.json"))]
    return Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas
    )


def list_places(error):
    """The place of an error, and of those of the alternatives that it sums up."""
    yield "".join(f"/{part}" for part in error.absolute_path)
    for inner in error.context or []:
        yield from list_places(inner)


def judge(validator, text):
    try:
        document = json.loads(text, parse_constant=refuse_constant, parse_float=parse_finite)
    except (ValueError, RecursionError):
        return None
    errors = validator.iter_errors(document)
    return sorted({place for error in errors for place in list_places(error)})


def main():
    registry = build_registry()
    found = {}
    for kind, examples in json.load(sys.stdin).items():
        schema = load(ROOT / "schemas" / f"{kind}.schema.json")
        Validator.check_schema(schema)
        validator = Validator(schema, registry=registry)
        found[kind] = {name: judge(validator, text) for name, text in examples.items()}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
