import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { describeWorkflow } from '../../../src/suite/starter/workflow.ts';
import { workflowFile, writeWorkflow } from '../../../src/suite/starter/workflow-file.ts';
import { listWorkflowFaults } from './check-workflow.ts';
import { readAction } from './read-action.ts';

const inputs = new Set(Object.keys(readAction().inputs));
const facts = { defaultBranch: 'main', shards: 3, programs: ['npm'] };
const everyProgram = ['npm', 'pnpm', 'bun', '.venv/bin/python', 'go', 'sleep'];

test.each([
  ['one shard', { ...facts, shards: 1 }],
  ['three shards', facts],
  ['256 shards', { ...facts, shards: 256 }],
  ['every toolchain', { ...facts, programs: everyProgram }],
  ['nothing that has to be set up', { ...facts, programs: [] }],
])('the workflow for %s keeps to all rules', (_what, given) => {
  expect(listWorkflowFaults(describeWorkflow(given), inputs)).toEqual([]);
});

test('it runs on pull requests, in the queue, on the main branch and at night', () => {
  const workflow = parse(describeWorkflow(facts)) as { on: Record<string, unknown> };
  expect(workflow.on).toEqual({
    pull_request: null,
    merge_group: null,
    push: { branches: ['main'] },
    schedule: [{ cron: '23 3 * * *' }],
  });
});

test.each([
  'main',
  '1.10',
  'true-north',
  'release/2.0',
  'a+b!c]',
  '"; rm -rf',
  "it's",
  '- x',
  '#1',
  'é',
])('the default branch %j is kept as it is', (defaultBranch) => {
  const text = describeWorkflow({ ...facts, defaultBranch });
  const { on } = parse(text) as { on: { push: { branches: string[] } } };
  const [branch = ''] = on.push.branches;
  expect(branch.replaceAll(/\\([+!\]])/g, '$1')).toBe(defaultBranch);
  expect(listWorkflowFaults(text, inputs)).toEqual([]);
});

test('it brings what setup and tests call, once', () => {
  const text = describeWorkflow({ ...facts, programs: [...everyProgram, 'npm', 'node'] });
  const steps = text.split('  report:')[0]?.match(/(?:setup-\w+@v\d+|corepack)/g);
  expect(steps).toEqual([
    'setup-node@v6',
    'corepack',
    'setup-bun@v2',
    'setup-python@v6',
    'setup-go@v6',
  ]);
});

describe('in a repository', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'perigee-workflow-'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });
  const suite = parseSuite(
    'version: 1\nsuite: x\nsetup: [[npm, ci]]\nshards: { total: 2 }\ntests: [{ name: x, command: [go, test] }]',
    'perigee.yml',
  );

  test('it is written for the commands and the shards of the suite', async () => {
    expect(await writeWorkflow(root, suite, 'trunk')).toBe(true);
    const text = readFileSync(join(root, workflowFile), 'utf8');
    expect(text).toContain('setup-node');
    expect(text).toContain('setup-go');
    expect(text).toContain('shard: [1, 2]');
    expect(text).toContain('branches: [trunk]');
  });

  test('a suite that says nothing of shards gets one', async () => {
    await writeWorkflow(root, { ...suite, shards: { pins: new Map() } }, 'trunk');
    expect(readFileSync(join(root, workflowFile), 'utf8')).toContain('shard-total: 1\n');
  });

  test('one that is there already stays as it is', async () => {
    await writeWorkflow(root, suite, 'trunk');
    writeFileSync(join(root, workflowFile), 'mine');
    expect(await writeWorkflow(root, suite, 'trunk')).toBe(false);
    expect(readFileSync(join(root, workflowFile), 'utf8')).toBe('mine');
  });
});
