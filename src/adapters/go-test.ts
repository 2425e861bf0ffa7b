import { attempt } from '../contract/attempt.ts';
import {
  hasLine,
  listLines,
  refuseEmpty,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { ResultsFault } from './results-fault.ts';

/** `go test -json` without benchmarks: how long each test took, its subtests too. */
export const goTest: Adapter = {
  name: 'go-test',
  detects: ({ text }) => hasLine(text, /^\{"Time":"[^"]+","Action":"run",.*"Test":"/),
  read: ({ text }, leaveOut) => refuseEmpty(readTests(text, leaveOut), 'test that passed'),
};

interface Event {
  Time?: string;
  Action?: string;
  Package?: string;
  Test?: string;
  Output?: string;
}

/** Since its begin without the time in which a parallel test waited for its turn. */
interface Running {
  name: string;
  line: number;
  ns: bigint;
  since: bigint | undefined;
}

function* readTests(text: string, leaveOut: LeaveOut): Generator<Measured> {
  const running = new Map<string, Running>();
  const withFailed = new Set<string>();
  for (const [line, lineNumber] of listLines(text)) {
    const { Time, Action = '', Package = '', Test, Output = '' } = readEvent(line);
    if (Test === undefined && Action === 'fail' && !withFailed.has(Package)) leaveOut(Package);
    if (Test === undefined && /^ok\s.*\t\(cached\)/.test(Output)) {
      throw new ResultsFault(
        `${Package} was not run: go test took its results from its cache, so add -count=1`,
        lineNumber,
      );
    }
    if (Test === undefined || Time === undefined) continue;
    const name = `${Package} > ${Test}`;
    const at = readTime(Time);
    if (at === undefined) throw new ResultsFault(`${name}: "${Time}" is no time`, lineNumber);
    if (Action === 'run') running.set(name, { name, line: lineNumber, ns: 0n, since: at });
    const test = running.get(name);
    if (test === undefined) continue;
    if (Action === 'pause') stop(test, at);
    else if (Action === 'cont') test.since = at;
    else if (Action === 'pass') {
      stop(test, at);
      // With -count it runs again; names are unique in a package.
      const time = {
        metric: 'time',
        value: Number(test.ns),
        unit: 'ns',
        direction: 'lower',
      } as const;
      yield { span: name, ...time, isRepeat: true };
    } else if (Action === 'fail') {
      leaveOut(name);
      withFailed.add(Package);
    }
    if (['pass', 'fail', 'skip'].includes(Action)) running.delete(name);
  }
  const [cut] = running.values();
  if (cut !== undefined) {
    const shown = cut.name.slice(0, 200);
    throw new ResultsFault(`${shown} began and did not end: the run was cut off`, cut.line);
  }
}

function stop(test: Running, at: bigint): void {
  if (test.since !== undefined && at > test.since) test.ns += at - test.since;
  test.since = undefined;
}

function readEvent(line: string): Event {
  if (!line.startsWith('{')) return {};
  // A test may print such a line itself.
  return attempt(() => {
    const event = JSON.parse(line) as Record<string, unknown>;
    const text = (key: string): string | undefined =>
      typeof event[key] === 'string' ? event[key] : undefined;
    const keys = ['Time', 'Action', 'Package', 'Test', 'Output'];
    return Object.fromEntries(keys.map((key) => [key, text(key)]));
  }, {});
}

/** In nanoseconds; a Date knows milliseconds only. */
function readTime(text: string): bigint | undefined {
  const [, whole = '', fraction = '', zone = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(`${whole}${zone}`);
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}
