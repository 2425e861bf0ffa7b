/**
 * The paths of Perigee that users wait for, as tests of its own suite: the root perigee.yml runs each of
 * them. What prepares the input stands outside the span. `node bench/hot-paths.ts verdict` runs one by hand.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aggregateRecords } from '../src/aggregate/aggregate-records.ts';
import { profile } from '../src/profile/sdk.ts';
import { renderJson } from '../src/report/render-json.ts';
import { renderMarkdown } from '../src/report/render-markdown.ts';
import { renderTerminal } from '../src/report/render-terminal.ts';
import { linesOfBuild } from '../src/store/influx/lines.ts';
import { pointsOfBuild } from '../src/store/points-of-build.ts';
import { createRandom } from '../src/stats/random.ts';
import { judge } from '../src/verdict/judge.ts';
import { makeBuild } from './ingest/make-build.ts';
import { makeLargeAggregate } from './large-aggregate.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const rules = { rules: [], today: '2026-01-01', tagsOf: new Map<string, string[]>() };

/** As often as makes a span long beside the noise of a machine. */
async function repeat(name: string, times: number, work: () => unknown): Promise<void> {
  await profile(name, async () => {
    for (let done = 0; done < times; done += 1) await work();
  });
}

const paths: Record<string, () => Promise<void>> = {
  async verdict() {
    const aggregate = makeLargeAggregate(10_000);
    await repeat('judge 10,000 series', 5, () => judge(aggregate, rules));
  },
  async aggregate() {
    const { records } = makeBuild(1, createRandom(1));
    // As many shards, each with its own tests.
    const shards = Array.from({ length: 64 }, (_, index) => {
      const record = structuredClone(records[index % records.length] as (typeof records)[number]);
      const rename = (name: string): string => `${name} of shard ${index}`;
      record.id = `run-${index}`;
      record.shard = { index, total: 64, attempt: 1 };
      record.tests = record.tests.map((test) => ({ ...test, name: rename(test.name) }));
      for (const one of record.profiles) one.test = rename(one.test);
      return record;
    });
    await repeat('fold 64 shards', 1, () => aggregateRecords(shards));
  },
  async ingest() {
    const { key, records } = makeBuild(1, createRandom(1));
    await repeat('points and lines of a build', 10, () => {
      const build = pointsOfBuild(aggregateRecords(records), { key, atMs: 0 });
      return Array.from(linesOfBuild(build)).length;
    });
  },
  async render() {
    const verdict = judge(makeLargeAggregate(2_000), rules);
    await repeat('terminal, Markdown and JSON', 5, () => {
      renderTerminal(verdict, { colour: true, columns: 80 });
      renderMarkdown(verdict);
      renderJson(verdict);
    });
  },
  async start() {
    await repeat('perigee --help, five times', 5, () => {
      const { status } = spawnSync(process.execPath, [`${root}bin/perigee.mjs`, '--help']);
      if (status !== 0) throw new Error(`perigee --help ended with ${status}`);
    });
  },
  async spans() {
    await repeat('2,000 round trips', 2_000, () => profile('empty', () => undefined));
  },
};

const [, , name = ''] = process.argv;
const path = paths[name];
if (path === undefined)
  throw new Error(`no path "${name}"; there are ${Object.keys(paths).join(', ')}`);
await path();
