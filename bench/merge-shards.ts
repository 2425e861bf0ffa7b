/**
 * Time and memory of one verdict over many shards, as `perigee report` makes it: read, validate, merge,
 * judge, and every form of the report. Ends with 1 beyond 10 s or 1 GB.
 *   node bench/merge-shards.ts [shards] [series of each]
 */
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aggregateRecords } from '../src/aggregate/aggregate-records.ts';
import type { Metric, Profile, RunRecord } from '../src/contract/documents.ts';
import { formatNumber } from '../src/contract/units.ts';
import { renderHtml } from '../src/report/render-html.ts';
import { renderJson } from '../src/report/render-json.ts';
import { renderMarkdown } from '../src/report/render-markdown.ts';
import { renderTerminal } from '../src/report/render-terminal.ts';
import { readRecords } from '../src/runner/journal/read-records.ts';
import { createRandom, drawNormal } from '../src/stats/random.ts';
import { judge } from '../src/verdict/judge.ts';
import { bundlePage } from '../scripts/build-page.ts';
import { describeMetric } from './calibration-scenarios.ts';

const shards = Number(process.argv[2] ?? 256);
const seriesPerShard = Number(process.argv[3] ?? 400);
const mostSeconds = 10;
const mostBytes = 1e9;

const names = ['latency', 'cpu.total', 'memory.peak', 'disk.writes', 'page_faults.minor'];
const metrics: Metric[] = names.map((name) => describeMetric(name));
const spansPerTest = 8;
const testsPerShard = Math.ceil(seriesPerShard / names.length / spansPerTest);
const pairs = 5;
const random = createRandom(1);

/** Every hundredth test is worse by a third. */
function makeProfile(test: string, side: Profile['side'], repeat: number, odd: boolean): Profile {
  const level = odd && side === 'after' ? 1.33 : 1;
  const draw = (): number => Math.round(1e8 * level * Math.exp(0.02 * drawNormal(random)));
  return {
    schema: 'perigee/profile',
    version: 1,
    test,
    side,
    repeat,
    order: side === 'before' ? 0 : 1,
    startedAt: '2026-11-21T06:00:00Z',
    durationNs: draw(),
    outcome: { status: 'passed' },
    metrics,
    spans: Array.from({ length: spansPerTest }, (_, index) => ({
      span: `span ${index}`,
      annotations: { num_files: 1000 },
      occurrences: 1,
      values: Object.fromEntries(names.map((name) => [name, draw()])),
    })),
    problems: [],
  };
}

function makeShard(index: number): RunRecord {
  const tests = Array.from(
    { length: testsPerShard },
    (_, i) => `test ${index * testsPerShard + i}`,
  );
  const profiles = tests.flatMap((test, i) =>
    Array.from({ length: pairs * 2 }, (_, k) => {
      const side = k % 2 === 0 ? 'before' : 'after';
      return makeProfile(test, side, k >> 1, (index + i) % 100 === 0);
    }),
  );
  return {
    schema: 'perigee/run-record',
    version: 1,
    id: `20261121-060000-0000000a-${index + 1}of${shards}`,
    suite: 'many shards',
    startedAt: '2026-11-21T06:00:00Z',
    finishedAt: '2026-11-21T06:10:00Z',
    status: 'complete',
    shard: { index, total: shards, attempt: 1 },
    before: { commit: 'a'.repeat(40), label: 'main' },
    after: { commit: 'b'.repeat(40), label: 'change' },
    host: {
      platform: 'linux-x64',
      fingerprint: String(index).padStart(64, '0'),
      cpu: { model: 'Example', cores: 2 },
      kernel: '6.0',
      memoryBytes: 1,
    },
    plan: {
      digest: 'd'.repeat(64),
      seed: index,
      repeats: pairs,
      maxRepeats: 20,
      outliersPerFive: 1,
      warmup: 1,
    },
    tests: tests.map((name) => ({ name, tags: [] })),
    profiles,
    problems: [],
  };
}

const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;
const start = { at: 0 };
let total = 0;
function tell(step: string, more = ''): void {
  const seconds = (performance.now() - start.at) / 1000;
  total += seconds;
  const peak = `${(peakBytes() / 1e6).toFixed(0)} MB`;
  console.log(
    `${step.padEnd(20)} ${seconds.toFixed(2).padStart(6)} s   peak ${peak.padStart(8)} ${more}`,
  );
  start.at = performance.now();
}

const assets = await bundlePage();
const folder = mkdtempSync(join(tmpdir(), 'perigee-merge-'));
let written = 0;
for (let index = 0; index < shards; index += 1) {
  const own = join(folder, `shard-${index + 1}`);
  mkdirSync(own);
  const file = join(own, 'run-record.json');
  writeFileSync(file, JSON.stringify(makeShard(index)));
  written += statSync(file).size;
}
console.log(`${shards} shards, ${(written / 1e6).toFixed(0)} MB of records`);
const cpuBefore = process.cpuUsage();
try {
  start.at = performance.now();
  const records = await readRecords([folder]);
  tell('read and validate');
  const aggregate = aggregateRecords(records);
  tell('merge', `${formatNumber(aggregate.series.length)} series`);
  const verdict = judge(aggregate, { rules: [], today: '2026-11-21', tagsOf: new Map() });
  tell('judge', verdict.headline);
  const forms: [string, () => string][] = [
    ['terminal', () => renderTerminal(verdict, { colour: true, columns: 100 })],
    ['markdown', () => renderMarkdown(verdict)],
    ['json', () => renderJson(verdict)],
    ['html', () => renderHtml(verdict, assets)],
  ];
  for (const [form, render] of forms) {
    const { length } = render();
    tell(form, `${formatNumber(length)} characters`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { user, system } = process.cpuUsage(cpuBefore);
const isTooMuch = total > mostSeconds || peakBytes() > mostBytes;
console.log(
  `in all ${total.toFixed(2)} s of ${mostSeconds}, ${(peakBytes() / 1e6).toFixed(0)} MB of 1,000, ${((user + system) / 1e6).toFixed(2)} s of CPU`,
);
process.exitCode = isTooMuch ? 1 : 0;
