"""What a process reads of itself at the begin and the end of a span."""

import time

# What a test that fakes the time leaves alone, and as it is before it does: in a tuple, where freezegun does not look.
_CLOCK = (
    (time.clock_gettime_ns, time.CLOCK_MONOTONIC)
    if hasattr(time, "clock_gettime_ns")
    else (lambda _: time.perf_counter_ns(), None)
)


def read_clock():
    read, clock = _CLOCK
    return read(clock)


def read_switches():
    import resource

    # Without the children: the collector reads theirs, and those that end would count twice.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"voluntary": usage.ru_nvcsw, "involuntary": usage.ru_nivcsw}
