/** Builds on this machine: a small suite in a repository of its own, with the runner and the verdict of the product. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type {
  Aggregate,
  RunRecord,
  Side,
  SpanProfile,
  Verdict,
} from '../../src/contract/documents.ts';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import type { Canaries } from '../../src/runner/canaries/open-canaries.ts';
import { runSuite } from '../../src/runner/run-suite.ts';
import { withCollector } from '../../src/pipeline/with-collector.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { judge } from '../../src/verdict/judge.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));

const work = `
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { createServer, request } from 'node:http';
const more = Number((await import('./more.mjs')).more);
const block = Buffer.alloc(1 << 20, 1);
const tests = {
  compute() { for (let i = 0; i < 60 * more; i += 1) createHash('sha256').update(block).digest(); },
  store() {
    for (let i = 0; i < 12 * more; i += 1) {
      const file = openSync('data', 'w');
      writeSync(file, block, 0, 1 << 18);
      fsyncSync(file);
      closeSync(file);
    }
    rmSync('data');
  },
  async exchange() {
    const server = createServer((_, answer) => answer.end(block.subarray(0, 1 << 16))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    for (let i = 0; i < 150 * more; i += 1) {
      await new Promise((resolve) => request({ port: server.address().port, host: '127.0.0.1' }, (response) => response.resume().on('end', resolve)).end());
    }
    server.close();
  },
};
await tests[process.argv[2]]();
`;

const config = `version: 1
suite: canaries
repeats: 5
maxRepeats: 10
warmup: 1
tests:
  - name: compute
    command: [node, work.mjs, compute]
  - name: store
    command: [node, work.mjs, store]
  - name: exchange
    command: [node, work.mjs, exchange]
`;

export interface LiveBuild {
  aggregate: Aggregate;
  verdict: Verdict;
  /** What was spent on canaries, and in the tests. */
  canaryMs: number;
  suiteMs: number;
  /** CPUs that the tests had, in the mean. */
  cpus: number;
}

export class LiveSuite {
  readonly folder = mkdtempSync(join(tmpdir(), 'perigee-canaries-'));

  readonly #environment: Readonly<Record<string, string | undefined>>;

  /** @param environment of the tests */
  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
    writeFileSync(join(this.folder, 'work.mjs'), work);
    writeFileSync(join(this.folder, 'perigee.yml'), config);
    this.#write(1);
    this.#git('init', '--quiet', '--initial-branch=main');
    this.#git('add', '.');
    this.#git('commit', '--quiet', '--message=One');
  }

  /** @param slower 0.25: after does a quarter more of everything */
  async measure(
    slower: number,
    onSide: (side: Side) => void,
    maxRepeats: number,
  ): Promise<LiveBuild> {
    this.#write(1 + slower);
    const suite = { ...(await loadSuite(join(this.folder, 'perigee.yml'))), maxRepeats };
    let canaryMs = 0;
    const collecting = {
      home,
      signal: new AbortController().signal,
      onProgress: (event: { kind: string; side?: Side }) => {
        if (event.kind === 'measure' && event.side !== undefined) onSide(event.side);
      },
      onLook: () => undefined,
      judge: (record: RunRecord) => judgeRecord(aggregateRecords([record])),
    };
    const record = await withCollector(collecting, (ports) =>
      runSuite({
        ...{
          suite,
          tests: suite.tests,
          repository: this.folder,
          home,
          environment: this.#environment,
        },
        sides: { before: { kind: 'revision', name: 'HEAD' }, after: { kind: 'working-tree' } },
        ports: {
          ...ports,
          ...(ports.canaries === undefined
            ? {}
            : { canaries: timed(ports.canaries, (ms) => (canaryMs += ms)) }),
        },
      }),
    );
    onSide('before');
    const aggregate = aggregateRecords([record]);
    const suiteMs = record.profiles.reduce((sum, { durationNs }) => sum + durationNs, 0) / 1e6;
    const cpuMs = record.profiles.reduce((sum, { spans }) => sum + cpuOf(spans), 0) / 1e6;
    const verdict = judgeRecord(aggregate);
    return { aggregate, verdict, canaryMs, suiteMs, cpus: cpuMs / suiteMs };
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The trees always differ, or nothing would be measured. */
  #write(more: number): void {
    writeFileSync(join(this.folder, 'more.mjs'), `export const more = ${more}; // ${more}\n`);
    writeFileSync(join(this.folder, 'note.txt'), String(Math.random()));
  }

  #git(...args: string[]): void {
    const name = ['-c', 'user.name=A', '-c', 'user.email=a@localhost'];
    execFileSync('git', [...name, ...args], { cwd: this.folder, stdio: 'ignore' });
  }
}

export function judgeRecord(aggregate: Aggregate): Verdict {
  return judge(aggregate, { rules: [], today: '2026-01-01', tagsOf: new Map() });
}

function cpuOf(spans: readonly SpanProfile[]): number {
  return spans.find(({ span }) => span === wholeTestSpan)?.values['cpu.total'] ?? 0;
}

function timed(canaries: Canaries, add: (ms: number) => void): Canaries {
  return {
    ...canaries,
    measure: async (names, directory) => {
      const started = performance.now();
      const readings = await canaries.measure(names, directory);
      add(performance.now() - started);
      return readings;
    },
  };
}
