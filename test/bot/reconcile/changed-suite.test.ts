/** What a pull request does to perigee.yml: told, old and new, and no way to disarm the gate. */
import { expect, test } from 'vitest';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { writeSuite } from './measurements.ts';
import { judgeChange } from './scenario.ts';

const gate = (settings: string): string => `gate: { confirm: false, ${settings} }`;
const cheaper = (text: string): string =>
  text.replace('[node, upload.mjs]', "[node, upload.mjs, '@everyone|<b>']");

/** As jobs of a change do that asks for two pairs, where nothing holds them to more. */
function takeTwo(record: RunRecord): RunRecord {
  const profiles = record.profiles.filter(({ repeat }) => repeat < 2);
  return { ...record, profiles, plan: { ...record.plan, repeats: 2, maxRepeats: 2 } };
}

test('another command is named old and new in comment and check, as text', async () => {
  const { check, comment } = await judgeChange({ head: cheaper(writeSuite()) });
  expect(check).toMatchObject({ conclusion: 'success' });
  for (const text of [comment, check!.summary]) {
    expect(text).toContain('This change alters what is measured');
    expect(text).toMatch(/another command of .*upload.*node upload\.mjs → node upload\.mjs/);
    expect(text).toContain('→ node upload.mjs `"@everyone|<b>"`');
  }
});

test('with whenSuiteChanged: block on the base it waits for a person, whatever the change says', async () => {
  const { check, comment } = await judgeChange({
    base: writeSuite({ more: gate('whenSuiteChanged: block') }),
    head: cheaper(writeSuite({ more: gate('whenSuiteChanged: note') })),
  });
  expect(check).toMatchObject({ conclusion: 'action_required' });
  expect(check?.title).toMatch(/^Held: this change alters what is measured\. Nothing got slower/);
  expect(comment).toContain('bypass the check');
  expect(comment).toContain('gate.whenSuiteChanged: block → note');
});

test('a test that is taken out holds it too, and is in the first line', async () => {
  const tests = ['upload', 'download'];
  const { check } = await judgeChange({
    base: writeSuite({ tests, more: gate('whenSuiteChanged: block') }),
    head: writeSuite({ more: gate('whenSuiteChanged: block') }),
  });
  expect(check).toMatchObject({ conclusion: 'action_required' });
  expect(check?.title).toMatch(/does not measure what it measured before: "download"/);
});

test('a change of other files is not held, nor is one of thresholds, shards or comments', async () => {
  const more = gate('whenSuiteChanged: block');
  const base = writeSuite({ more });
  for (const head of [base, writeSuite({ more, worse: 9 }), `# why\n${base}`]) {
    const { check } = await judgeChange({ base, head });
    expect(check).toMatchObject({ conclusion: 'success' });
  }
});

test('a change of perigee.yml alone is measured where it can be held, whatever paths say', async () => {
  const settings = "paths: ['engine/**'], whenSuiteChanged: ";
  const of = (setting: string) => writeSuite({ more: gate(settings + setting) });
  const noted = await judgeChange({ base: of('note'), head: cheaper(of('note')) });
  expect(noted.check).toMatchObject({ conclusion: 'neutral' });
  const held = await judgeChange({ base: of('block'), head: cheaper(of('block')) });
  expect(held.check).toMatchObject({ conclusion: 'action_required' });
});

test('two pairs instead of five let nothing through: not green, not neutral, and the title says why', async () => {
  const head = writeSuite({ pairs: [2, 2] });
  const { check, comment } = await judgeChange({ head, factor: 1.418, forge: takeTwo });
  expect(check).toMatchObject({ conclusion: 'action_required' });
  expect(check?.title).toMatch(/^Incomplete: .*could not be decided.*repeats 2 instead of 5/);
  expect(comment).toContain('asks for less than before: repeats 5 → 2, maxRepeats 5 → 2');
});

test.each([
  ['claims two pairs that perigee.yml does not ask for', takeTwo],
  [
    'claims five pairs and holds two',
    (record: RunRecord) => ({ ...takeTwo(record), plan: record.plan }),
  ],
])('a record that %s is no way round it', async (_, forge) => {
  const { check } = await judgeChange({ factor: 1.418, forge });
  expect(check).toMatchObject({ conclusion: 'action_required' });
  expect(check?.title).toContain('less was measured than perigee.yml before the change asks for');
});

test('a change that asks for more pairs gets them, and older records of fewer do not count as such', async () => {
  const { check, comment } = await judgeChange({ head: writeSuite({ pairs: [10, 10] }) });
  expect(check).toMatchObject({ conclusion: 'success' });
  expect(check?.title).toContain('repeats 5 instead of 10');
  expect(comment).toContain('another repeats: 5 → 10');
});
