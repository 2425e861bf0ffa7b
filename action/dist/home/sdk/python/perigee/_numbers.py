"""Numbers that a test records, until they are sent."""

import re

from ._rules import PerigeeError

_NAME_LENGTH = 60
_UNIT_LENGTH = 24
LARGEST = 1e300
_LARGEST_COUNT = 2**53 - 1
# Values that wait in one process.
_MOST_WAITING = 1000000
# A number gets room for so many values at once.
_MOST_ROOM = 4096
# So many values of the longest kind fit into one message, beside their counts half as many.
_VALUES_PER_MESSAGE = 2400
_NAME = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*\Z")
_TAIL = re.compile(r"\.(p50|p90|p99|max|p10|p1|min)\Z")
_UNIT = re.compile("[A-Za-z%\u00b5\u03bc][A-Za-z0-9%\u00b5/-]*( [A-Za-z0-9%\u00b5/-]+)*\\Z")
_OWN_GROUPS = frozenset(
    "context_switches cpu disk instructions latency memory network page_faults syscalls".split()
)

# What each name means in this process: unit and direction. Said once, at its first value.
_meanings = {}
# How many values the numbers of this process have room for, and which numbers these are.
_given = 0
_waiting = set()


class _Kept:
    __slots__ = ("values", "counts", "distribution", "left", "room", "unit", "direction")

    def __init__(self):
        self.values = []
        self.counts = None
        self.distribution = False
        self.left = 0
        # So many values it may hold, before keep() has to look at the limit again.
        self.room = 0
        # As they were named last.
        self.unit = None
        self.direction = None

    def take_room(self, wanted):
        """Makes room for more values. Returns how many of the wanted ones fit."""
        global _given
        length = len(self.values)
        free = _MOST_WAITING - _given + self.room - length
        if free < wanted:
            # Others may have more than they use.
            others = list(_waiting)
            for kept in others:
                kept.room = len(kept.values)
            _given = sum(kept.room for kept in others)
            free = _MOST_WAITING - _given
        taken = min(wanted, free)
        room = length + min(free, max(taken, min(length, _MOST_ROOM)))
        _given += room - self.room
        self.room = room
        return taken


class NumberBuffer(dict):
    """The values of one span, or of the whole test, by the names of the numbers."""

    __slots__ = ()

    def keep(self, name, value, unit, direction):
        kept = self.get(name)
        if kept is None:
            kept = self._open(name, unit, direction)
        elif unit is not None or direction is not None:
            _agree(name, unit, direction)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            if not 0 <= value <= LARGEST:
                raise PerigeeError("Perigee: %s: a value is a finite number, 0 or more" % name)
            if len(kept.values) >= kept.room and kept.take_room(1) == 0:
                kept.left += 1
                return
            kept.values.append(value)
            if kept.counts is not None:
                kept.counts.append(1)
        else:
            _keep_many(name, kept, value)
        kept.direction = direction
        # Nobody names the buffer as a unit: what is counted comes here each time.
        kept.unit = unit if kept.counts is None else self

    def send(self, connection, of_span):
        """Sends everything. What the collector refuses stands in the record."""
        for name, kept in self.items():
            size = _VALUES_PER_MESSAGE if kept.counts is None else _VALUES_PER_MESSAGE // 2
            left = kept.left
            total = len(kept.values)
            if not kept.values and not kept.left:
                continue
            for start in range(0, max(len(kept.values), 1), size):
                message = {
                    "op": "record",
                    "id": connection.next_id(),
                    "name": name,
                    "values": kept.values[start : start + size],
                    "distribution": kept.distribution,
                    "left": left,
                    "total": total,
                }
                message.update(_meanings[name])
                message.update(of_span)
                if kept.counts is not None:
                    message["counts"] = kept.counts[start : start + size]
                left = 0
                total = 0
                try:
                    connection.request(message)
                except PerigeeError:
                    break

    def forget(self):
        """It is with the collector, or lost with its span."""
        global _given
        for kept in self.values():
            if kept in _waiting:
                _waiting.remove(kept)
                _given -= kept.room
        self.clear()

    def _open(self, name, unit, direction):
        if name in _meanings:
            _agree(name, unit, direction)
        else:
            _check_meaning(name, unit, direction)
            meaning = {"unit": unit, "direction": direction}
            _meanings[name] = {key: said for key, said in meaning.items() if said is not None}
        kept = self[name] = _Kept()
        _waiting.add(kept)
        return kept


def _check_meaning(name, unit, direction):
    if not isinstance(name, str) or len(name) > _NAME_LENGTH or not _NAME.match(name):
        raise PerigeeError(
            "Perigee: the name of a number is at most %d small letters, digits and _, "
            "with dots between words" % _NAME_LENGTH
        )
    if name.split(".")[0] in _OWN_GROUPS:
        raise PerigeeError(
            'Perigee: the name "%s" is one of Perigee\'s own metrics: choose another one' % name
        )
    if _TAIL.search(name):
        raise PerigeeError(
            'Perigee: the name "%s" ends as the metrics of a distribution do: choose another one'
            % name
        )
    if unit is not None and unit != "":
        if not isinstance(unit, str) or len(unit) > _UNIT_LENGTH or not _UNIT.match(unit):
            raise PerigeeError(
                "Perigee: a unit is text of at most %d letters, digits, %% / and hyphens"
                % _UNIT_LENGTH
            )
    if direction not in (None, "lower", "higher"):
        raise PerigeeError('Perigee: the direction of a number is "lower" or "higher"')


def _agree(name, unit, direction):
    known = _meanings[name]
    if unit is not None and unit != known.get("unit"):
        raise PerigeeError(
            "Perigee: %s was recorded in %s before, and now in %s"
            % (name, known.get("unit", "no unit"), unit)
        )
    if direction is not None and direction != known.get("direction"):
        raise PerigeeError("Perigee: %s was recorded with another direction before" % name)


def _to_float(value):
    if isinstance(value, (bool, str, bytes)):
        raise TypeError("not a number")
    return float(value)


def _to_count(name, count):
    try:
        whole = int(count)
        if whole == count and not isinstance(count, bool) and 0 <= whole <= _LARGEST_COUNT:
            return whole
    except (TypeError, ValueError, OverflowError):
        pass
    raise PerigeeError("Perigee: %s: a count is a whole number, 0 or more" % name)


def _keep_many(name, kept, many):
    counts = None
    try:
        if isinstance(many, dict):
            counts = list(many["counts"])
            many = many["values"]
        values = [_to_float(value) for value in many]
    except (TypeError, ValueError, KeyError, OverflowError):
        raise PerigeeError(
            "Perigee: %s: a value is a number, a list of numbers, or "
            '{"values": [...], "counts": [...]}' % name
        ) from None
    if not all(0 <= value <= LARGEST for value in values):
        raise PerigeeError("Perigee: %s: a value is a finite number, 0 or more" % name)
    if counts is not None:
        if len(counts) != len(values):
            raise PerigeeError("Perigee: %s: a histogram has one count for each value" % name)
        counts = [_to_count(name, count) for count in counts]
        # Libraries of histograms list their empty buckets too.
        values = [value for value, count in zip(values, counts) if count > 0]
        counts = [count for count in counts if count > 0]
        if kept.counts is None:
            kept.counts = [1] * len(kept.values)
    taken = kept.take_room(len(values))
    kept.values.extend(values[:taken])
    if kept.counts is not None:
        kept.counts.extend(counts[:taken] if counts is not None else [1] * taken)
    kept.left += len(values) - taken
    kept.distribution = True
