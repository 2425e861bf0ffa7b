import type { Problem, Profile, RunRecord } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { isWeakTest, type Weakness } from '../contract/weak-test.ts';

/** A share of the test that is not the code's own work: from here on it hides too much. */
const largeShare = 1 / 3;
/** Below this share of its time on a CPU a test waits. */
const smallestCpuShare = 0.1;
/** A test that waits for a disk moves more than this meanwhile, in bytes a second. */
const hardlyAnyDisk = 64 * 1024;
/** Starting /bin/true takes 1 to 6 ms on a machine with other work: a tenth of this. */
const shortestNs = 50e6;
/** The CPU time for starting a process and reading its libraries. */
const hardlyAnyCpuNs = 5e6;

/** Programs that make programs. Those of Go have common names, so they count beside the go command only. */
const builders = new Set(
  (
    'cc1 cc1plus as ld ld.lld lld mold collect2 gcc g++ cc c++ clang clang++ rustc rustdoc cargo ' +
    'javac kotlinc scalac tsc tsc.js esbuild swc webpack rollup cmake ninja make'
  ).split(' '),
);
const ofGo = new Set('go compile link asm cgo vet buildid cover pack'.split(' '));
const launchers = new Set(
  'npm npm-cli.js npx npx-cli.js pnpm pnpm.cjs yarn yarn.js corepack'.split(' '),
);

/** The common traits of one test's executions. */
interface Seen {
  startNs: number | undefined;
  latencyNs: number;
  cpuNs: number;
  /** The largest of all executions: a busy machine only makes it smaller. */
  cpuShare: number;
  /** Bytes a second; undefined where the host does not tell. */
  diskRate: number | undefined;
  buildNs: number;
  buildNames: string[];
  launchNs: number;
}

/**
 * Names the tests of which most is not the code's own work, so that slower code passes. Only those that mark
 * no spans: the author of a span has said what counts, and it is judged by itself.
 */
export function findWeakTests(records: readonly RunRecord[]): Problem[] {
  return records.flatMap(({ tests, profiles, problems }) => {
    const told = new Set(problems.filter(isWeakTest).map(({ test }) => test));
    const byTest = Map.groupBy(profiles, ({ test }) => test);
    return tests.flatMap(({ name, startNs }): Problem[] => {
      if (told.has(name)) return [];
      const seen = summarise(byTest.get(name) ?? [], startNs);
      const weakness = seen === undefined ? undefined : describeWeakness(seen);
      return weakness === undefined ? [] : [{ ...weakness, test: name }];
    });
  });
}

function summarise(profiles: readonly Profile[], startNs: number | undefined): Seen | undefined {
  const passed = profiles.filter(({ outcome }) => outcome.status === 'passed');
  if (passed.some(({ spans }) => spans.length > 1)) return undefined;
  const wholes = passed.flatMap(({ spans, programs = [] }) => {
    const values = spans.find(({ span }) => span === wholeTestSpan)?.values;
    const [latency, cpu] = [values?.['latency'], values?.['cpu.total']];
    return latency === undefined || cpu === undefined || latency <= 0
      ? []
      : [
          {
            latency,
            cpu,
            programs,
            read: values?.['disk.read_bytes'],
            written: values?.['disk.write_bytes'],
          },
        ];
  });
  if (wholes.length === 0) return undefined;
  const median = (pick: (whole: (typeof wholes)[number]) => number): number =>
    wholes.map(pick).sort((a, b) => a - b)[Math.floor(wholes.length / 2)] ?? 0;
  const hasDisk = wholes.every(({ read, written }) => read !== undefined && written !== undefined);
  const buildNames = wholes.flatMap(({ programs }) =>
    listBuilders(programs).map(({ name }) => name),
  );
  return {
    startNs,
    latencyNs: median(({ latency }) => latency),
    cpuNs: median(({ cpu }) => cpu),
    cpuShare: Math.max(...wholes.map(({ cpu, latency }) => cpu / latency)),
    diskRate: hasDisk
      ? median(({ read = 0, written = 0, latency }) => ((read + written) * 1e9) / latency)
      : undefined,
    buildNs: median(({ programs }) => sum(listBuilders(programs))),
    buildNames: [...new Set(buildNames)],
    launchNs: median(({ programs }) => sum(programs.filter(({ name }) => launchers.has(name)))),
  };
}

type Programs = NonNullable<Profile['programs']>;

function listBuilders(programs: Programs): Programs {
  const hasGo = programs.some(({ name }) => name === 'go');
  return programs.filter(({ name }) => builders.has(name) || (hasGo && ofGo.has(name)));
}

function sum(programs: Programs): number {
  return programs.reduce((all, { cpuNs }) => all + cpuNs, 0);
}

interface Description {
  code: Weakness;
  message: string;
}

/** The first that holds: what it says to do changes the rest too. */
function describeWeakness(seen: Seen): Description | undefined {
  const { latencyNs, cpuNs, buildNs, launchNs, startNs = 0, cpuShare, diskRate = 0 } = seen;
  // Programs are sampled and the total is not, so a share may come out a little above one.
  const built = Math.min(1, buildNs / cpuNs);
  if (built >= largeShare) {
    const names = seen.buildNames.slice(0, 4).join(', ');
    return {
      code: 'mostly-compiling',
      message: `Compiling (${names}) used ${percent(built)} of its CPU time, ${time(buildNs)} of ${time(cpuNs)}: ${needed(1 - built)}. Compile in setup and let the test run what was made, unless the compiler is what you measure.`,
    };
  }
  if (cpuNs < hardlyAnyCpuNs && diskRate < hardlyAnyDisk) {
    return {
      code: 'does-nothing',
      message: `It used ${time(cpuNs)} of CPU time in ${time(latencyNs)}, which is what starting a process takes, and hardly read or wrote: it shows little of what a change of yours does. Let it do what your users wait for, for 0.1 s or more.`,
    };
  }
  const started = Math.min(1, Math.max(startNs / latencyNs, launchNs / cpuNs));
  if (started >= largeShare) {
    const what =
      startNs / latencyNs >= launchNs / cpuNs
        ? `The start of its program alone takes ${time(startNs)} of ${time(latencyNs)}, ${percent(started)}`
        : `The package manager that starts it used ${percent(started)} of its CPU time`;
    return {
      code: 'mostly-starting',
      message: `${what}: ${needed(1 - started)}. Let one execution work for longer, call the program without a package manager, or mark what counts as a span.`,
    };
  }
  if (cpuShare < smallestCpuShare && diskRate < hardlyAnyDisk) {
    return {
      code: 'mostly-waiting',
      message: `It was on a CPU for ${percent(cpuShare)} of its ${time(latencyNs)} and hardly used the disk, so it waits: ${needed(cpuShare)}. Take out sleeps and timers; what it waits for in another process counts when that is named under services.`,
    };
  }
  if (latencyNs >= shortestNs) return undefined;
  return {
    code: 'too-short',
    message: `It takes ${time(latencyNs)}. Starting a process varies by some milliseconds, which hides ${percent(Math.min(1, 3e6 / latencyNs))} and less. Let one execution work for 0.1 s or more.`,
  };
}

/** @param share of the test that is the code's own work */
function needed(share: number): string {
  const slower = 0.05 / share;
  return share <= 0 || slower > 10
    ? 'hardly any change of the code shows'
    : `the code has to get ${percent(slower)} slower before the test gets 5% slower`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function time(ns: number): string {
  return ns >= 1e9 ? `${(ns / 1e9).toFixed(1)} s` : `${(ns / 1e6).toFixed(ns < 1e7 ? 1 : 0)} ms`;
}
