import { expect, test } from 'vitest';
import { pinAction } from '../../src/init/pinned-actions.ts';
import { describeWorkflow } from '../../src/init/workflow.ts';
import { listWorkflowFaults } from './check-workflow.ts';

const facts = { defaultBranch: 'main', shards: 2, programs: ['npm', 'pnpm'] };
const good = describeWorkflow({ ...facts, control: true });
const inputs = new Set(['mode', 'shard', 'shard-total', 'shards-result', 'base', 'fail-on']);

test.each([
  ['a key twice', '  pull_request:\n', '  pull_request:\n  pull_request:\n', 'unique'],
  ['a misspelt key', 'timeout-minutes: 60', 'timeout: 60', 'timeout is not a key of a job here'],
  ['strangers’ code', '  pull_request:', '  pull_request_target:', 'runs strangers’ code'],
  ['write for all jobs', 'contents: read', 'contents: write', 'all jobs may {"contents":"write"}'],
  ['an expression in run', 'corepack enable', 'echo ${{ github.ref }}', 'an expression in run'],
  ['no version', pinAction('actions/checkout'), 'a/b@main', 'a/b@main has no version'],
  ['an unknown input', 'shard-total:', 'total:', 'total is not an input'],
  ['a short matrix', 'shard: [1, 2]', 'shard: [1]', 'shards [1] of 2'],
  ['a report that is not told', 'needs.measure.result', 'matrix.shard', 'how the shards ended'],
  ['a report that is skipped', 'if: always() ', 'if: success() ', 'counts as passed'],
])('%s is found', (_what, from, to, fault) => {
  expect(good).toContain(from);
  expect(listWorkflowFaults(good.replace(from, to), inputs).join('\n')).toContain(fault);
});

test('a job that runs the change and may write is found', () => {
  const text = good.replace('    strategy:', '    permissions: { issues: write }\n    strategy:');
  expect(listWorkflowFaults(text, inputs)).toEqual([
    'job measure: runs the code of a pull request and may write',
  ]);
});
