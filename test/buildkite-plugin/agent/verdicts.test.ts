/** What the agent of Buildkite makes of steps with the plugin, and what Buildkite receives of them. */
import { expect, test } from 'vitest';
import { planted } from '../../bot/end-to-end/shorten-suite.ts';
import { openPipeline } from './open-pipeline.ts';

const ofShard = (shard: number): string[] =>
  ['event.json', 'logs.tar.gz', 'manifest.json', 'run-record.json.gz'].map(
    (file) => `perigee-sync-shard-${shard}-of-2-attempt-1/${file}`,
  );
const ofReport = ['report.html', 'verdict.json'].map(
  (file) => `perigee-sync-performance-report-attempt-1/${file}`,
);

test('a change that is slower turns the report red, and the shards not', async () => {
  const build = (await openPipeline()).begin('slower');
  const shards = await Promise.all([build.measure(0), build.measure(1)]);
  expect(shards.map(({ status }) => status)).toEqual([0, 0]);
  const beginnings = build.received.annotated.slice(0, 2);
  expect(beginnings.map(({ body }) => body.split('\n')[0]).sort()).toEqual([
    '### Measuring `sync`, shard 1 of 2',
    '### Measuring `sync`, shard 2 of 2',
  ]);
  expect(build.annotation().style).toBe('info');
  expect(build.list(/./)).toEqual([...ofShard(1), ...ofShard(2)]);

  const { output, status } = await build.report();
  expect(status, output).toBe(1);
  const { body, style } = build.annotation();
  expect(style).toBe('error');
  expect(body).toMatch(/^### ❌ /);
  expect(body).toContain(`\`${planted.test} › ${planted.span}\``);
  expect(build.list(/./)).toEqual([...ofReport, ...ofShard(1), ...ofShard(2)]);
  for (const path of ofReport) expect(body).toContain(`artifact://${path}`);
  // Nothing but what the agent itself says of the checkout.
  expect([...build.received.metaData.keys()]).toEqual(['buildkite:git:commit']);
});
