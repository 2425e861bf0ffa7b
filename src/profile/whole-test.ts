import type { SpanProfile } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import type { Counters } from './counters.ts';
import type { ResourceUsage } from './host/system-calls.ts';
import { subtractReadings, type Readings } from './lost-counters.ts';

export interface WholeTest {
  /** The test has ended. @returns how long it ran, in ns */
  stop(): number;
  /** @param usage of the launcher and all it waited for, once it has ended */
  describe(usage: ResourceUsage | undefined): SpanProfile;
}

/** Measures from now on: right before the launcher is told to start the test. */
export function measureWholeTest(counters: Counters): WholeTest {
  counters.sample();
  const peak = counters.memory.open();
  const begin = counters.read();
  const startNs = process.hrtime.bigint();
  let durationNs = 0;
  let used: Readings = {};
  return {
    stop() {
      durationNs = Number(process.hrtime.bigint() - startNs);
      const end = counters.read();
      counters.memory.sample();
      used = subtractReadings(end, begin, counters.lost);
      return durationNs;
    },
    describe(usage) {
      const values: Readings = {
        latency: durationNs,
        ...used,
        'memory.peak': counters.memory.close(peak),
        ...counters.readWhole(usage),
      };
      return {
        span: wholeTestSpan,
        annotations: {},
        occurrences: 1,
        values: Object.fromEntries(
          Object.entries(values).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
      };
    },
  };
}
