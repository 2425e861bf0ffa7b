import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '../../contract/attempt.ts';
import type { FunctionTime } from '../../contract/documents.ts';
import type {
  Execute,
  Execution,
  ExecutionRequest,
  Inside,
  Stack,
  Stacks,
} from '../../contract/execution.ts';
import { type FindCompiled, parseMap, PerfParser } from './parse-perf.ts';
import { nsOfSample, type Perf, printSamples, recordWith } from './perf.ts';
import { readJava, recordJava } from './java.ts';
import { readBlocks, readProfile, readProfiles } from './read-profiles.ts';

const mostFunctions = 300;
const longestName = 200;

/**
 * Looks where the time of one execution goes, what holds its memory, or how often its code runs: by perf for all
 * programs but those of Python and Java where this host permits it, by samples of its own stack in Python, by JFR in
 * Java, and by the inspector of V8 in Node where perf is missing.
 */
export class Sampling {
  readonly environment: Record<string, string>;
  /** The words before the program. */
  readonly prefix: readonly string[];
  readonly #folder: string;
  readonly #perf: Perf | undefined;
  readonly #inside: Inside | undefined;
  readonly #isOfBlocks: boolean;
  /** Where Java is looked for, too. */
  readonly #path: string | undefined;

  /** @param perf absent where there is none */
  constructor(perf: Perf | undefined, request: ExecutionRequest) {
    const { environment, inside, timeoutMs, watches } = request;
    this.#folder = mkdtempSync(join(inside?.scratch ?? tmpdir(), 'perigee-profiles-'));
    this.#inside = inside;
    this.#perf = perf;
    this.#isOfBlocks = watches === 'blocks';
    this.#path = environment['PATH'];
    this.prefix = this.#perf === undefined ? [] : recordWith(this.#perf, this.#folder);
    const hooks = join(environment['PERIGEE_HOME'] ?? '', 'dist/profilers');
    const python = join(this.#folder, 'python');
    mkdirSync(python);
    copyFileSync(join(hooks, 'python-hook.py'), join(python, 'sitecustomize.py'));
    const forPerf = ['--perf-basic-prof', '--interpreted-frames-native-stack'];
    this.environment = {
      ...environment,
      PERIGEE_PROFILES: this.#folder,
      // Before it is killed, each runtime writes what it has seen.
      ...(watches === 'stall'
        ? { PERIGEE_PROFILE_UNTIL: String(Date.now() + timeoutMs - Math.min(2000, timeoutMs / 2)) }
        : {}),
      PERIGEE_PROFILER:
        watches === 'memory' || watches === 'blocks'
          ? watches
          : this.#perf === undefined
            ? 'own'
            : 'perf',
      NODE_OPTIONS: unite(' ', [
        environment['NODE_OPTIONS'],
        `--require ${JSON.stringify(join(hooks, 'node-hook.cjs'))}`,
        ...(this.#perf === undefined ? [] : forPerf),
      ]),
      PYTHONPATH: unite(delimiter, [python, environment['PYTHONPATH']]),
    };
    const forJava = watches === 'time' ? recordJava(join(this.#folder, 'java')) : '';
    // Java speaks of the variable, were it empty.
    if (forJava !== '') {
      this.environment['JDK_JAVA_OPTIONS'] = unite(' ', [environment['JDK_JAVA_OPTIONS'], forJava]);
    }
  }

  /** perf and the shell around it have its folder in their arguments. */
  readonly isOwn = (pid: number): boolean =>
    attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.#folder), false);

  /** At the time limit: a busy machine may take a while until each runtime has written. */
  async settle(): Promise<void> {
    for (let round = 0; round < 100 && this.#isAwaited(); round += 1) await sleep(50);
  }

  #isAwaited(): boolean {
    return attempt(() => readdirSync(this.#folder), []).some((name) => {
      const [, pid] = /^(\d+)\.awaited$/.exec(name) ?? [];
      return pid !== undefined && existsSync(`/proc/${pid}`);
    });
  }

  /** The execution with its stacks, or how often its code ran. */
  async describe(execution: Execution): Promise<Execution> {
    if (this.#isOfBlocks) {
      return { ...execution, blocks: readBlocks(this.#folder, this.#inside?.root) };
    }
    const own = readProfiles(this.#folder, this.#inside?.root);
    const java = await readJava(join(this.#folder, 'java'), this.#path);
    const pids = new Set([...own.pids, ...java.map(({ pid }) => pid)]);
    const perf = this.#perf === undefined ? undefined : await this.#readPerf(this.#perf, pids);
    const all = [
      ...own.stacks,
      ...java.map(({ stacks }) => stacks),
      ...(perf === undefined ? [] : [perf]),
    ];
    const groups = Map.groupBy(all, ({ profiler }) => profiler);
    return { ...execution, stacks: [...groups.values()].map(joinStacks) };
  }

  close(): void {
    // Where the test was killed, nothing has moved them.
    for (const name of attempt(() => readdirSync(this.#folder), [])) {
      const [, pid] = /^(\d+)\.mapped$/.exec(name) ?? [];
      if (pid !== undefined) attempt(() => this.#removeMap(`/tmp/perf-${pid}.map`));
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #removeMap(file: string): void {
    const { mtimeMs, uid } = lstatSync(file);
    const began = lstatSync(join(this.#folder, 'began')).mtimeMs;
    if (uid === process.getuid?.() && mtimeMs > began) rmSync(file);
  }

  async #readPerf(perf: Perf, others: ReadonlySet<number>): Promise<Stacks> {
    const maps = new Map<number, ReturnType<typeof parseMap>>();
    const findCompiled: FindCompiled = (pid, address) => {
      let map = maps.get(pid);
      if (map === undefined) {
        const text = readProfile(join(this.#folder, `perf-${pid}.map`)) ?? '';
        maps.set(pid, (map = parseMap(text)));
      }
      return map(address);
    };
    const parser = new PerfParser(others, findCompiled, this.#inside?.root);
    await printSamples(perf, this.#folder, (line) => parser.take(line), this.#inside?.enter);
    return { profiler: 'perf', weight: nsOfSample, samples: parser.end() };
  }
}

function unite(by: string, parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(by);
}

/** Joins the stacks of several processes of one profiler. */
function joinStacks(all: readonly Stacks[]): Stacks {
  const samples = new Map<Stack, number>();
  let total = 0;
  let weighed = 0;
  for (const { samples: own, weight } of all) {
    for (const [stack, count] of own) {
      samples.set(stack, (samples.get(stack) ?? 0) + count);
      total += count;
      weighed += count * weight;
    }
  }
  const [first] = all;
  const noisy = first?.isNoisy === true ? { isNoisy: true as const } : {};
  return {
    ...{ profiler: first?.profiler ?? '', ...noisy },
    ...{ weight: weighed / Math.max(1, total), samples },
  };
}

/** Executes tests under a profiler. It costs time, so what is measured with it is for a diagnosis alone. */
export function timeFunctions(execute: Execute): Execute {
  return async (request) => {
    const { stacks = [], ...ended } = await execute({ ...request, watches: 'time' });
    const functions = sumFunctions(stacks);
    return functions.length === 0 ? ended : { ...ended, functions };
  };
}

/** Time in each function itself, the most first. */
function sumFunctions(stacks: readonly Stacks[]): FunctionTime[] {
  const times = new Map<string, number>();
  for (const { samples, weight } of stacks) {
    for (const [stack, count] of samples) {
      const name = stack.slice(stack.lastIndexOf(';') + 1).slice(0, longestName);
      times.set(name, (times.get(name) ?? 0) + count * weight);
    }
  }
  return [...times]
    .map(([name, ns]) => ({ name, selfNs: Math.round(ns) }))
    .sort((a, b) => b.selfNs - a.selfNs)
    .slice(0, mostFunctions);
}
