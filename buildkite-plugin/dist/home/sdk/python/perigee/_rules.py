"""What may be a name, a key and a value. The collector checks the same again."""

import math
import re

_NAME_LENGTH = 200
_KEY_LENGTH = 64
_VALUE_LENGTH = 256
ANNOTATIONS_PER_SPAN = 16
_KEY = re.compile(r"(?!__proto__\Z)[A-Za-z_][A-Za-z0-9_.-]*\Z")
_LINE_OR_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_RESERVED = frozenset(
    "after annotations before branch commit host kind metric occurrences order outcome parent "
    "platform repeat repository series shard side source span suite test time timestamp unit "
    "value".split()
)


class PerigeeError(ValueError):
    """A span or an annotation that is not allowed, or whose measurement was refused."""


def _is_finite(value):
    try:
        return math.isfinite(value)
    except OverflowError:
        # A whole number beyond what a double can hold.
        return False


def check_name(name):
    if not isinstance(name, str) or not 1 <= len(name) <= _NAME_LENGTH:
        raise PerigeeError("Perigee: the name of a span is text of 1 to 200 characters")
    if _LINE_OR_CONTROL.search(name):
        raise PerigeeError("Perigee: the name of a span is one line without control characters")


def check_annotation(key, value):
    if not isinstance(key, str) or len(key) > _KEY_LENGTH:
        raise PerigeeError("Perigee: an annotation key is text of at most 64 characters")
    if not _KEY.match(key):
        raise PerigeeError(
            'Perigee: the annotation key "%s" is not allowed: '
            "a letter or _ first, then letters, digits, _ . -" % key
        )
    if key in _RESERVED:
        raise PerigeeError(
            'Perigee: the annotation key "%s" is reserved: choose another one' % key
        )
    if isinstance(value, str):
        if len(value) > _VALUE_LENGTH:
            raise PerigeeError(
                'Perigee: the value of annotation "%s" has %d characters, at most %d are allowed'
                % (key, len(value), _VALUE_LENGTH)
            )
    elif not isinstance(value, (bool, int, float)) or not _is_finite(value):
        raise PerigeeError(
            'Perigee: the value of annotation "%s" is neither text, a finite number, '
            "True nor False" % key
        )
