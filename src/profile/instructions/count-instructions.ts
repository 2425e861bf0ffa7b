import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { attempt } from '../../contract/attempt.ts';
import type { Metric } from '../../contract/documents.ts';
import {
  type Execution,
  type ExecutionRequest,
  type FunctionCount,
  wholeTestSpan,
} from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import type { Readings } from '../lost-counters.ts';
import { readActivity } from '../proc/list-descendants.ts';
import type { Valgrind } from './find-valgrind.ts';
import { preload } from './preloaded-library.ts';
import { addCallgrind, readStatus, readTotal } from './parse-callgrind.ts';
import { makeSteady } from './steady-environment.ts';

/** A child that is forked has all that its parent counted: so the parent writes it down before. */
const forks = ['fork', '__libc_fork', '_Fork', 'vfork', '__vfork'];

/** Functions of a larger one are not compared; it is counted all the same. */
const largestFile = 64 * 1024 * 1024;

/** How often to look, every few milliseconds, whether a process still runs, and how often it must not have. */
const mostLooks = 800;
const looksStill = 3;
const lookMs = 5;

/** Valgrind then ends with an exit code of its own. */
const folderIsGone =
  'it removed the folder in which valgrind writes its counts: let it remove only files of its own from the folder for temporary files (TMPDIR)';

const metric: Metric = {
  ...{ name: countedMetric, unit: 'count', direction: 'lower', kind: 'count' },
  ...{ source: 'callgrind', scope: 'tree', exactness: 'exact', resolution: 1 },
};

/** Counts the instructions of one execution: all its processes, and how many there were at each begin and end of a span. */
export class InstructionCount {
  readonly #valgrind: Valgrind;
  readonly #folder: string;
  /** For the temporary files of the test. */
  readonly #temporary: string;
  readonly #request: ExecutionRequest;
  #latest: number | undefined;
  #mostLooks = mostLooks;
  /** How many processes had begun at the begin of the outermost span, and whether one began in a span. */
  #startedBefore = 0;
  #hasUncounted = false;

  constructor(valgrind: Valgrind, request: ExecutionRequest) {
    this.#valgrind = valgrind;
    this.#request = request;
    this.#folder = mkdtempSync(join(request.inside?.scratch ?? tmpdir(), 'perigee-count-'));
    this.#temporary = this.#makeTemporary();
  }

  /** The words before the program. */
  get prefix(): readonly string[] {
    const { fixed, path } = this.#valgrind;
    return [
      ...[...fixed, path, '--tool=callgrind', '-q', '--trace-children=yes', '--dump-line=no'],
      `--instr-atstart=${this.#request.counts === 'spans' ? 'no' : 'yes'}`,
      ...[`--callgrind-out-file=${this.#folder}/out.%p`, `--vgdb-prefix=${this.#folder}/vgdb`],
      ...[`--log-file=${this.#folder}/log.%p`, ...forks.map((name) => `--dump-before=${name}`)],
    ];
  }

  /** Where perigee.yml wants it, such as in memory. A test with a view of its own sees no folder that is made now. */
  #makeTemporary(): string {
    const { environment, inside } = this.#request;
    const asked = inside === undefined ? environment['TMPDIR'] : undefined;
    const make = (folder: string): string => mkdtempSync(join(folder, 'tmp-'));
    const made = asked !== undefined && isAbsolute(asked) ? attempt(() => make(asked)) : undefined;
    return made ?? make(this.#folder);
  }

  get environment(): Record<string, string> {
    const steady = makeSteady(this.#request, this.#folder);
    const own = { folder: this.#folder, temporary: this.#temporary };
    return { ...steady, ...preload(steady, own) };
  }

  /** To be called before each begin and end is taken, while the process that marks the span waits. */
  async update(bound: 'begin' | 'end', isOutermost: boolean): Promise<void> {
    // Where this fails, the count of the bound before says nothing.
    this.#latest = undefined;
    const switches = isOutermost && this.#request.counts === 'spans';
    const on = switches && bound === 'begin' ? ['-c', 'instrumentation', 'on'] : [];
    const off = switches && bound === 'end' ? ['-c', 'instrumentation', 'off'] : [];
    const commands = [...on, '-c', 'status', 'internal', ...off];
    await this.#waitUntilStill();
    const names = this.#listAll();
    const started = names.filter((name) => name.startsWith('log.')).length;
    if (on.length > 0) this.#startedBefore = started;
    // A program that starts while others count does not count itself.
    if (off.length > 0 && started > this.#startedBefore) this.#hasUncounted = true;
    const running = names.flatMap((name) => /^vgdb-shared-mem-vgdb-(\d+)-/.exec(name)?.[1] ?? []);
    const counts = await Promise.all(running.map((pid) => this.#ask(pid, commands)));
    const files = this.#listFiles();
    const written = this.#sum(files);
    let sum = written ?? 0;
    let isWhole = written !== undefined;
    for (const [index, pid] of running.entries()) {
      const count = counts[index];
      if (count !== undefined) sum += count;
      // One that ended meanwhile has written its file.
      else if (!files.includes(`out.${pid}`)) isWhole = false;
    }
    this.#latest = isWhole ? sum : undefined;
  }

  read(): Readings {
    return this.#latest === undefined ? {} : { [countedMetric]: this.#latest };
  }

  /** The execution with nothing in it but counts; without spans where one started a process that does not count. */
  describe(execution: Execution): Execution {
    const counted = new Map<string, FunctionCount>();
    const files = this.#listFiles();
    const total = this.#sum(files) ?? 0;
    for (const file of files.map((name) => join(this.#folder, name))) {
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? Infinity;
      if (size > largestFile) continue;
      const text = attempt(() => readFileSync(file, 'utf8'), '');
      addCallgrind(text, counted);
    }
    const only = (value: number | undefined): Record<string, number> =>
      value ? { [countedMetric]: value } : {};
    const spans = execution.spans.flatMap(({ span, annotations, occurrences, parent, values }) => {
      const isWhole = span === wholeTestSpan;
      if (this.#request.counts === 'spans' && (isWhole || this.#hasUncounted)) return [];
      const value = isWhole ? total : values[countedMetric];
      if (value === undefined) return [];
      const named = { span, annotations, occurrences, parent };
      return [{ ...named, values: only(value) }];
    });
    const { outcome } = execution;
    if (outcome.status === 'failed' && !existsSync(this.#folder)) outcome.message = folderIsGone;
    return { ...execution, metrics: total > 0 ? [metric] : [], spans, counted };
  }

  close(): void {
    for (const one of [this.#folder, this.#temporary])
      rmSync(one, { recursive: true, force: true });
  }

  /** After a message, Node works on for a while, which would be in the span or not by chance. */
  async #waitUntilStill(): Promise<void> {
    const names = this.#listAll();
    const pids = names.flatMap((name) => /^log\.(\d+)$/.exec(name)?.[1] ?? []);
    let last = '';
    let still = 0;
    for (let look = 0; look < this.#mostLooks && still < looksStill; look += 1) {
      const now = pids.map(readActivity).join(' ');
      still = now === last && !now.includes('R') ? still + 1 : 0;
      last = now;
      await pause(lookMs);
    }
    // Something runs on beside the span, and would again.
    if (still < looksStill) this.#mostLooks = Math.ceil(this.#mostLooks / 2);
  }

  #ask(pid: string, commands: readonly string[]): Promise<number | undefined> {
    const vgdb = join(dirname(this.#valgrind.path), 'vgdb');
    // It is blocked and waits for the answer: valgrind looks by itself only while its program runs.
    const args = ['--cmd-time-out=20', '--max-invoke-ms=5', `--pid=${pid}`];
    return new Promise((resolve) => {
      execFile(
        vgdb,
        [...args, `--vgdb-prefix=${this.#folder}/vgdb`, ...commands],
        { timeout: 30_000, maxBuffer: 2 ** 24 },
        (error, stdout) => resolve(error === null ? readStatus(stdout) : undefined),
      );
    });
  }

  /** None: the test removed the folder. */
  #listAll(): string[] {
    return attempt(() => readdirSync(this.#folder), []);
  }

  /** The test may write here too: a link is not followed, and a pipe not waited for. */
  #listFiles(): string[] {
    const entries = attempt(() => readdirSync(this.#folder, { withFileTypes: true }), []);
    return entries
      .filter((entry) => entry.isFile() && entry.name.startsWith('out.'))
      .map(({ name }) => name);
  }

  /** @returns undefined if one is gone, or all of them are */
  #sum(files: readonly string[]): number | undefined {
    if (!existsSync(this.#folder)) return undefined;
    return attempt(() => files.reduce((total, name) => total + readTotal(this.#readEnd(name)), 0));
  }

  #readEnd(name: string): string {
    const descriptor = openSync(join(this.#folder, name), 'r');
    try {
      const { size } = fstatSync(descriptor);
      const end = Buffer.alloc(Math.min(size, 200));
      readSync(descriptor, end, 0, end.length, size - end.length);
      return end.toString('latin1');
    } finally {
      closeSync(descriptor);
    }
  }
}
