/**
 * What a verdict costs beside what it cannot cost less than: reading the same series and one Welch test of each.
 *   node bench/judge-rate.ts [--series 100000] [--pairs 5] [--rounds 5]
 * Each way has a process of its own, in turn; CPU seconds are the least of all rounds, without starting and drawing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mean, sampleVariance } from 'simple-statistics';
import type { Aggregate } from '../src/contract/documents.ts';
import { upperTail } from '../src/stats/student-t.ts';
import { judge } from '../src/verdict/judge.ts';
import { makeLargeAggregate } from './large-aggregate.ts';

const { values: options } = parseArgs({
  options: {
    series: { type: 'string', default: '100000' },
    pairs: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    /** Of a process of its own. */
    way: { type: 'string' },
    input: { type: 'string', default: '' },
  },
});

function testByWelch({ series }: Aggregate): number {
  const spreadOf = (side: readonly (number | null)[]) => {
    const logs = side.flatMap((value) => (value === null ? [] : [Math.log(value)]));
    return { mean: mean(logs), error: sampleVariance(logs) / logs.length, df: logs.length - 1 };
  };
  return series.filter(({ before, after }) => {
    const [b, a] = [spreadOf(before), spreadOf(after)];
    const error = b.error + a.error;
    const df = error ** 2 / (b.error ** 2 / b.df + a.error ** 2 / a.df);
    return upperTail((a.mean - b.mean) / Math.sqrt(error), df) <= 0.01;
  }).length;
}

const ways: Record<string, (text: string) => unknown> = {
  'parse, one Welch test each': (text) => testByWelch(JSON.parse(text) as Aggregate),
  'parse, judge': (text) =>
    judge(JSON.parse(text) as Aggregate, { rules: [], today: '2026-01-01', tagsOf: new Map() }),
  parse: (text) => JSON.parse(text) as Aggregate,
};

interface Cost {
  seconds: number;
  mebibytes: number;
}

function measure(way: string, input: string): Cost {
  const args = [import.meta.filename, '--way', way, '--input', input];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return JSON.parse(stdout) as Cost;
}

if (options.way === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'judge-rate-'));
  const input = join(folder, 'aggregate.json');
  const machine = Array.from({ length: Number(options.pairs) }, () => 1);
  writeFileSync(input, JSON.stringify(makeLargeAggregate(Number(options.series), machine)));
  const least = new Map<string, Cost>();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const way of Object.keys(ways)) {
      const { seconds, mebibytes } = measure(way, input);
      const known = least.get(way) ?? { seconds, mebibytes };
      least.set(way, {
        seconds: Math.min(seconds, known.seconds),
        mebibytes: Math.min(mebibytes, known.mebibytes),
      });
    }
  }
  rmSync(folder, { recursive: true });
  const [welch] = least.values();
  for (const [way, { seconds, mebibytes }] of least) {
    const ratio = (seconds / (welch?.seconds ?? 1)).toFixed(2);
    console.log(`${way}: ${seconds.toFixed(2)} CPU s (${ratio}), ${mebibytes} MiB`);
  }
} else {
  const text = readFileSync(options.input, 'utf8');
  const start = process.cpuUsage();
  ways[options.way]?.(text);
  const { user, system } = process.cpuUsage(start);
  const mebibytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, mebibytes }));
}
