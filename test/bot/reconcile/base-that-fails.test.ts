/** A test that the base plans and never passes there: nothing shows that the change is not slower. */
import { expect, test } from 'vitest';
import { writeSuite } from './measurements.ts';
import { measureRun, propose, pullRequest, startScenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const tests = ['upload', 'download'];

interface Given {
  gate?: string;
  /** Tests of the base; those of the change are always two. */
  base?: readonly string[];
}

/** A change in whose run `download` fails on the base. */
async function judge({ base = tests, gate = '' }: Given = {}) {
  const more = gate === '' ? '' : `gate: { ${gate} }`;
  const { look, world } = startScenario({ suite: writeSuite({ tests: base, more }) });
  const head = propose(world, { name: 'a', files: {}, suite: writeSuite({ tests, more }) });
  measureRun(world, { factors: { download: 3 }, failing: ['download'] });
  await look(pullRequest(1));
  const [comment = ''] = ownComments(world, 1);
  return { look, world, head, check: newestCheck(world, head), comment };
}

test('it is undecided, and named in the first line of comment and check', async () => {
  const { check, comment } = await judge();
  expect(check).toMatchObject({ conclusion: 'neutral' });
  expect(check?.title).toMatch(/^Undecided: .*; download never passed before the change$/);
  expect(comment).toMatch(/^### ⚠️ \[Undecided\]\(.*; download never passed before the change$/m);
  expect(comment).toContain('a test that the base plans has to pass there too');
});

test('a test that the change brings has no baseline, and stops nobody', async () => {
  const { check } = await judge({ base: ['upload'], gate: 'whenUndecided: block' });
  expect(check).toMatchObject({ conclusion: 'success' });
  expect(check?.title).toMatch(/^Nothing got slower \(1 is new\): 1 series of 1 test/);
});

test('a base that fails in the second run does not clear what the first one saw', async () => {
  const { look, world } = startScenario({ suite: writeSuite({ tests }) });
  const head = propose(world, { name: 'a', files: {} });
  const run = measureRun(world, { factors: { download: 1.5 } });
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ status: 'in_progress' });
  measureRun(world, { factors: { download: 1.5 }, failing: ['download'] }, run);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
});
