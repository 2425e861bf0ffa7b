import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeBisectWorkflow, bisectWorkflowFile } from '../../src/init/bisect-workflow.ts';
import { bisectWorkflow } from '../../bot/src/commands/answer-on-issue.ts';

const text = readFileSync(new URL('../../docs/bisect.md', import.meta.url), 'utf8');
const [, source = ''] = /```yaml\n([^]*?)```/.exec(text) ?? [];

interface Workflow {
  on: { workflow_dispatch: { inputs: Record<string, { required?: boolean }> } };
  permissions: object;
  jobs: Record<string, { permissions: Record<string, string>; steps: { run?: string }[] }>;
}

test('the workflow of docs/bisect.md takes what the bot sends, by the name that it asks for', () => {
  const { inputs } = (parse(source) as Workflow).on.workflow_dispatch;
  expect(Object.keys(inputs)).toEqual(['good', 'bad', 'test', 'span', 'metric', 'issue']);
  expect(text).toContain(`.github/workflows/${bisectWorkflow}`);
});

test('docs/bisect.md shows what `perigee init --bot` writes for a suite of npm', () => {
  const suite = { setup: [['npm', 'ci']], tests: [] };
  expect(source).toBe(describeBisectWorkflow(suite, { isInstalledHere: true }));
  expect(bisectWorkflowFile).toBe(`.github/workflows/${bisectWorkflow}`);
});

test('what comes from outside reaches its commands only as variables, and only the job without code may write', () => {
  const { jobs, permissions } = parse(source) as Workflow;
  expect(permissions).toEqual({});
  expect(jobs['bisect']?.permissions).toEqual({ contents: 'read' });
  expect(jobs['tell']?.permissions).toEqual({ issues: 'write' });
  for (const { steps } of Object.values(jobs)) {
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  }
});
