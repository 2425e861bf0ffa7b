import { expect, test } from 'vitest';
import { type Finding, renderFinding, listFindingLines } from '../../../src/cli/bisect/finding.ts';
import { judgeOne, sampleSeries, steady } from '../../verdict/sample-aggregate.ts';

const { only } = judgeOne(sampleSeries(steady(100), steady(125)));
const commit = {
  ...{ commit: 'ab'.repeat(20), tree: '', committedAtMs: 0, author: 'Ann', isMerge: false },
  subject: 'Check twice',
};
const finding: Finding = {
  ...{ isFound: true, series: only, changeOfAll: 0.25, evidence: only.evidence },
  ...{ suspects: [commit], before: 'cd'.repeat(20), chance: 0.9995, notMeasured: [] },
  comparisons: [
    { before: 'cd'.repeat(20), after: commit.commit, change: 0.25, pairs: 5, run: 'a' },
  ],
};

const commands = {
  bisect: (ends: string) => `npx perigee bisect --quick ${ends}`,
  patch: 'npx perigee patch --base cdcdcdcdcdcd --test a',
};

test('a finding names commit, size, interval and how sure it is', () => {
  const text = listFindingLines(finding, commands).join('\n');
  expect(text).toContain('The change came with\n  abababababab Check twice (Ann, 1970-01-01)');
  expect(text).toMatch(/\+25\.\d% \(.* to .*\) against cdcdcdcdcdcd, the commit before/);
  expect(text).toContain('over 99.9% sure; 5 pairs in 1 comparison');
});

test('a part of the whole change says that another commit changed it too', () => {
  const text = listFindingLines({ ...finding, changeOfAll: 0.8 }, commands).join('\n');
  expect(text).toContain('This is only a part of +80.0% between the ends');
});

test('of a merge it says how to look inside', () => {
  const text = listFindingLines({ ...finding, suspects: [{ ...commit, isMerge: true }] }, commands);
  expect(text.join('\n')).toContain(
    'npx perigee bisect --quick $(git merge-base abababababab^1 abababababab^2) abababababab^2',
  );
});

test('suspects that nothing tells apart are named up to ten, and counted', () => {
  const suspects = Array.from({ length: 12 }, () => commit);
  const lines = listFindingLines({ ...finding, suspects }, commands);
  expect(lines[0]).toContain('one of 12 commits');
  expect(lines[11]).toBe('  and 2 more');
});

test('what is not sure is not found', () => {
  const [first] = listFindingLines({ ...finding, isFound: false, chance: 0.4 }, commands);
  expect(first).toBe('Not found. The likeliest:');
});

test('no subject ends the block of code of a comment, which names the commit and each comparison', () => {
  const subject = '```\n@everyone';
  const text = renderFinding({ ...finding, suspects: [{ ...commit, subject }] }, commands);
  expect(text).toMatch(/^### 🔎 Found: (ab){20}\n/);
  expect(text.match(/^````/gm)).toHaveLength(2);
  expect(text).toContain(`\nPatch: ${commands.patch}   # measures a fix\n`);
  expect(text).toContain('cdcdcdcdcdcd → abababababab  +25.0%, 5 pairs');
});
