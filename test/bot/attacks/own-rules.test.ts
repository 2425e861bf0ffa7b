import { expect, test } from 'vitest';
import { writeSuite } from '../reconcile/measurements.ts';
import {
  checkOf,
  endMeasuring,
  measureChange,
  openChange,
  recordOf,
  reportsOf,
  startMeasuring,
  upload,
} from './act-on-github.ts';
import { expectHonestGate, expectSoon, useStage } from './start-stage.ts';

const stage = useStage(5);
const slow = { upload: 1.3 };

test.concurrent('thresholds that a pull request raises for itself are shown, and it is red by those of its base', async () => {
  const place = stage().take();
  const lax = writeSuite({
    worse: 900,
    more: 'gate: { confirm: false, whenMissing: pass, ignore: ["**"] }',
  });
  const pull = await openChange(place, 'lax', { files: { 'perigee.yml': lax } });
  await measureChange(place, pull, slow);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectSoon(() => reportsOf(place, pull.number).length, 1);
  const [report] = reportsOf(place, pull.number);
  expect(report).toMatch(/5%, blocks \| 900%, blocks/);
  expect(report).toMatch(/applies only after the merge/);
  await expectHonestGate(place);
});

test.concurrent('a record that says that more latency is better is red all the same', async () => {
  const place = stage().take();
  const pull = await openChange(place, 'turned');
  const run = await startMeasuring(place, pull);
  const honest = recordOf(place, run, { factors: slow });
  const profiles = honest.profiles.map((profile) => ({
    ...profile,
    metrics: profile.metrics.map((metric) => ({ ...metric, direction: 'higher' as const })),
  }));
  await upload(place, run, { ...honest, profiles });
  await endMeasuring(place, run);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await expectHonestGate(place);
});

test.concurrent('a workflow that was renamed to look like ours, and uploads what ours would, does not count', async () => {
  const place = stage().take();
  const pull = await openChange(place, 'fake', {
    files: { '.github/workflows/Perigee.yml': 'name: perigee' },
  });
  // The same name for people, another file.
  for (const path of [
    '.github/workflows/Perigee.yml',
    '.github/workflows/perigee.yaml',
    'dynamic/perigee.yml',
  ]) {
    await measureChange(place, pull, {}, { path });
  }
  await expectSoon(() => checkOf(place, pull.head.commit)?.status, 'queued');
  // The real one has the last word, though it began before they ended.
  await measureChange(place, pull, slow);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await measureChange(place, pull, {}, { path: '.github/workflows/Perigee.yml' });
  await expectHonestGate(place);
  expect(checkOf(place, pull.head.commit)?.conclusion).toBe('failure');
  expect(reportsOf(place, pull.number)).toHaveLength(1);
});

test.concurrent('a pull request does not name another workflow, and a run of another event is not its run', async () => {
  const place = stage().take();
  const path = '.github/workflows/easy.yml';
  const suite = writeSuite({ more: `gate: { confirm: false, workflow: ${path} }` });
  const files = { 'perigee.yml': suite, [path]: 'on: pull_request' };
  const pull = await openChange(place, 'easy', { files });
  await measureChange(place, pull, {}, { path });
  for (const event of ['pull_request_target', 'workflow_dispatch', 'push']) {
    await measureChange(place, pull, {}, { event });
  }
  await expectHonestGate(place);
  expect(checkOf(place, pull.head.commit)).toMatchObject({ status: 'queued', conclusion: null });
  expect(reportsOf(place, pull.number)).toEqual([]);
});

test.concurrent('who measures again until it is green stays red, once two runs have said so', async () => {
  const place = stage().take();
  const pull = await openChange(place, 'lucky');
  await measureChange(place, pull, slow);
  await expectSoon(() => checkOf(place, pull.head.commit)?.conclusion, 'failure');
  await measureChange(place, pull, slow);
  await expectHonestGate(place);
  const lucky = await measureChange(place, pull);
  const end = () => {
    const check = checkOf(place, pull.head.commit);
    return [check?.detailsUrl.endsWith(`/${lucky.id}`), check?.status, check?.conclusion];
  };
  await expectSoon(end, [true, 'completed', 'failure']);
  expect(reportsOf(place, pull.number)).toHaveLength(1);
});
