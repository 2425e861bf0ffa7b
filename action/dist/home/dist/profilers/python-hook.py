"""Python loads it as sitecustomize: writes what used CPU time, held memory or ran in loops, as the process ends."""

import atexit
import contextlib
import dis
import importlib.machinery
import importlib.util
import itertools
import os
import re
import sys
import threading
import time
import tracemalloc
import uuid

_own = os.path.dirname(os.path.abspath(__file__))
_interval = 0.002
_deepest = 100
_frames_of_memory = 4
_higher = 1.1
_higher_bytes = 1_000_000
# A look at all that is held stops the program: so much time passes between two, for each second that one takes.
_pause = 5
_exit = os._exit


def _load_next():
    """What this one stands in front of, such as the distribution's own."""
    others = [path for path in sys.path if os.path.abspath(path or ".") != _own]
    found = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if found is not None and found.loader is not None:
        found.loader.exec_module(importlib.util.module_from_spec(found))


def _name(code):
    name = getattr(code, "co_qualname", code.co_name)
    return f"{name.replace(';', ':')} ({code.co_filename}:{code.co_firstlineno})"


def _write_lines(folder, ending, lines):
    name = os.path.join(folder, f"{os.getpid()}-{uuid.uuid4().hex[:8]}.{ending}.txt")
    with open(name, "w", encoding="utf-8", errors="replace") as file:
        file.writelines(f"{line}\n" for line in lines)


def _write(folder, weight, stacks):
    """One stack in a line, behind it how often it was seen."""
    lines = (f"{';'.join(stack)} {count}" for stack, count in stacks.items())
    _write_lines(folder, "stacks", [weight, *lines])


class _Time:
    """What each thread worked since the last look belongs to the function that it is in now."""

    def __init__(self):
        self.counts, self.seen = {}, {}
        # So that shares are those of the whole process.
        self.start = round(time.process_time() / _interval)

    def look(self, me):
        for ident, frame in sys._current_frames().items():
            if ident == me:
                continue
            try:
                now = time.clock_gettime(time.pthread_getcpuclockid(ident))
            except OSError:
                continue
            count = int((now - self.seen.setdefault(ident, now)) / _interval)
            if count == 0:
                continue
            self.seen[ident] += count * _interval
            stack = []
            while frame is not None and len(stack) < _deepest:
                stack.append(frame.f_code)
                frame = frame.f_back
            key = tuple(stack)
            self.counts[key] = self.counts.get(key, 0) + count

    def write(self, folder):
        taken = list(self.counts.items())  # At once: the thread may still be looking.
        stacks = {tuple(_name(code) for code in reversed(stack)): n for stack, n in taken}
        _write(folder, _interval * 1e9, {("start of Python",): self.start, **stacks})


class _Memory:
    """Every line that allocated, with what of it was held when that was most."""

    def __init__(self):
        self.highest = 0
        self.next = 0
        self.peak = None
        tracemalloc.start(_frames_of_memory)
        tracemalloc.clear_traces()  # Of a parent.

    def look(self, _me):
        held = tracemalloc.get_traced_memory()[0]
        began = time.monotonic()
        if began < self.next or held < self.highest * _higher + _higher_bytes:
            return
        self.take(held)
        ended = time.monotonic()
        self.next = ended + _pause * (ended - began)

    def take(self, held):
        self.highest = held
        self.peak = tracemalloc.take_snapshot()

    def write(self, folder):
        held = tracemalloc.get_traced_memory()[0]
        if self.peak is None or held > self.highest * _higher:
            self.take(held)
        # The tuples below its objects: there may be millions.
        held_by = {}
        for _, size, frames, *_ in self.peak.traces._traces:
            held_by[frames] = held_by.get(frames, 0) + size
        stacks = {}
        for frames, size in held_by.items():
            key = tuple(f"{filename}:{line}" for filename, line in reversed(frames))
            stacks[key] = stacks.get(key, 0) + size
        _write(folder, 1, stacks)


class _Blocks:
    """How often each function was called, and the body of each loop ran, in code that is not installed."""

    tool = 4
    installed = re.compile(r"<|.*[/\\](site-packages|dist-packages|lib[/\\]python3[^/\\]*)[/\\]")

    def __init__(self):
        self.codes = {}
        # By the code and place of a jump: where to it counts, and how often. Other threads do not interrupt next().
        self.jumps = {}
        monitoring = sys.monitoring
        if monitoring.get_tool(self.tool) is None:
            monitoring.use_tool_id(self.tool, "perigee")
        events = monitoring.events
        monitoring.register_callback(self.tool, events.PY_START, self.start)
        for event in (events.JUMP, events.BRANCH):
            monitoring.register_callback(self.tool, event, self.jump)
        # What a parent has switched off for itself is on again.
        monitoring.restart_events()
        monitoring.set_events(self.tool, events.PY_START)

    def start(self, code, _at):
        found = self.codes.get(id(code))
        if found is None:
            if self.installed.match(code.co_filename):
                return sys.monitoring.DISABLE
            # As long as it is kept, no other has its id.
            found = self.codes[id(code)] = (code, itertools.count(), self.find_loops(code))
            events = sys.monitoring.events
            sys.monitoring.set_local_events(self.tool, code, events.JUMP | events.BRANCH)
        next(found[1])

    def jump(self, code, at, to):
        found = self.jumps.get((id(code), at))
        if found is None:
            return sys.monitoring.DISABLE
        if found[0] == to:
            next(found[1])

    def find_loops(self, code):
        """The first and last line of each, with the counts whose sum says how often its body ran."""
        steps = list(dis.get_instructions(code))
        lines = {}
        for start, end, line in code.co_lines():
            lines.update((at, line) for at in range(start, end, 2) if line)
        loops = {}

        def count(step, to, head):
            counted = itertools.count()
            self.jumps[(id(code), step.offset)] = (to, counted)
            counts, known = loops.setdefault(head, ([], set()))
            counts.append(counted)
            known.update(lines[at] for at in (step.offset, head) if at in lines)

        heads = {step.argval for step in steps if step.opname.startswith("JUMP_BACKWARD")}
        for step, following in itertools.pairwise(steps):
            if step.opname == "FOR_ITER":
                count(step, following.offset, step.offset)
                heads.discard(step.offset)
        for step, following in zip(steps, steps[1:] + steps[-1:]):
            if step.opname.startswith("JUMP_BACKWARD") and step.argval in heads:
                count(step, step.argval, step.argval)
            # Before its first round, `while` has a test of its own.
            elif step.opname.startswith("POP_JUMP") and following.offset in heads:
                count(step, following.offset, following.offset)
        return [(min(known), max(known), counts) for counts, known in loops.values() if known]

    def write(self, folder):
        sys.monitoring.set_events(self.tool, 0)
        blocks = []
        for code, calls, loops in list(self.codes.values()):
            name = "" if code.co_name == "<module>" else code.co_qualname
            last = max((line for _, _, line in code.co_lines() if line), default=1)
            parts = [("function", code.co_firstlineno, last, next(calls))]
            parts += [("loop", *lines, sum(map(next, counts))) for *lines, counts in loops]
            path = os.path.abspath(code.co_filename)
            blocks += [f"{n} {kind} {a}:0-{z}:1 {path}\t{name}" for kind, a, z, n in parts]
        _write_lines(folder, "blocks", blocks)


def _begin(folder):
    wanted = os.environ.get("PERIGEE_PROFILER")
    if wanted == "blocks" and not hasattr(sys, "monitoring"):
        return _write_lines(folder, "unseen", [])
    profiler = {"memory": _Memory, "blocks": _Blocks}.get(wanted, _Time)()
    ended, pid = threading.Event(), os.getpid()
    # The test is killed soon after.
    until = float(os.environ.get("PERIGEE_PROFILE_UNTIL", "inf")) / 1000
    mark = os.path.join(folder, f"{pid}.{'begun' if wanted == 'blocks' else 'awaited'}")
    if wanted == "blocks" or until != float("inf"):
        open(mark, "w").close()

    def follow():
        me = threading.get_ident()
        while not ended.wait(_interval * os.urandom(1)[0] / 128):  # Not in step with the test.
            profiler.look(me)
            if time.time() >= until:
                end()

    def end():
        if not ended.is_set() and os.getpid() == pid:  # A fork inherits it, and has its own.
            ended.set()
            with contextlib.suppress(Exception):  # A test does not fail for what only looks at it.
                profiler.write(folder)
                os.remove(mark)

    def audit(event, _given):
        return end() if event == "os.exec" else None

    def exit_at_once(status):
        end()
        _exit(status)

    atexit.register(end)
    os._exit = exit_at_once  # As a process that multiprocessing has forked.
    sys.addaudithook(audit)
    if wanted == "blocks":
        return
    # It asks for its turn more often, and so sees shorter functions.
    sys.setswitchinterval(_interval / 4)
    threading.Thread(target=follow, daemon=True).start()


_load_next()
if os.environ.get("PERIGEE_PROFILES"):
    _begin(os.environ["PERIGEE_PROFILES"])
    os.register_at_fork(after_in_child=lambda: _begin(os.environ["PERIGEE_PROFILES"]))
