import { expect, test } from 'vitest';
import { renderVariability } from '../../src/cli/render-variability.ts';
import type { Variability } from '../../src/variability/measure-variability.ts';
import { orderOfRuns } from '../../src/variability/rank-causes.ts';

const span = { test: 'upload', span: 'upload', annotations: { num_files: 10 } };
const found: Variability = {
  commit: 'a'.repeat(40),
  rounds: 5,
  runs: 25,
  series: [],
  causes: [],
  correlations: [],
  functions: [],
  isProfiled: false,
  runsForCauses: 20,
  failing: [],
};
const tell = (more: Partial<Variability>): string =>
  renderVariability({ ...found, ...more }, { colour: false, columns: 200 }).join('\n');

test.each([
  [
    'context_switches.involuntary',
    0.91,
    'latency rises with involuntary context switches a second',
  ],
  ['page_faults.minor', -0.8, 'latency falls when minor page faults rise'],
  ['host.steal', 0.7, 'latency rises with the CPU time that the hypervisor took away'],
  [orderOfRuns, 0.7, 'latency rises from run to run'],
  [orderOfRuns, -0.7, 'latency falls from run to run'],
])('%s at %d is said in words', (what, spearman, words) => {
  const text = tell({ causes: [{ ...span, what, spearman, pearson: spearman, p: 0, runs: 25 }] });
  expect(text).toContain(
    `upload num_files=10: ${words} (rank correlation ${spearman.toFixed(2)}, 25 runs)`,
  );
});

test('what goes with nothing is said to, and too few runs are named', () => {
  expect(tell({})).toContain('with nothing that was measured');
  expect(tell({ runs: 19 })).toContain('Too few runs to tell: 19, and below 20');
});

test('a test that failed is named, without acting on the terminal', () => {
  expect(tell({ failing: ['up\u001b[2Jload'] })).toContain(
    'Not every run of up[U+001B][2Jload passed',
  );
});

test('code that varies is named with its share, and a program beside the test with its name', () => {
  const cause = {
    ...span,
    what: 'program backupd',
    runs: 25,
    pearson: 0.8,
    spearman: 0.82,
    p: 1e-6,
  };
  const lines = renderVariability(
    {
      ...found,
      runs: 25,
      isProfiled: true,
      causes: [cause],
      functions: [
        {
          ...{ test: 'upload', name: 'flush (src/disk.js:12)', runs: 25, meanNs: 3.2e6 },
          ...{ share: 0.61, spearman: 0.9 },
        },
      ],
    },
    { colour: false, columns: 200 },
  );
  expect(lines.join('\n')).toContain(
    'latency rises with how much of the CPUs backupd uses, which is no part of the test',
  );
  expect(lines.join('\n')).toContain(
    'upload: 61% of the variance of its duration is in flush (src/disk.js:12), which takes 3.2 ms in the mean',
  );
});
