import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeBisectWorkflow } from '../../src/init/bisect-workflow.ts';
import { describeWorkflow, type WorkflowFacts } from '../../src/init/workflow.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { listWorkflowFaults } from './check-workflow.ts';
import { readAction } from './read-action.ts';

const inputs = new Set(Object.keys(readAction().inputs));
const facts = { defaultBranch: 'main', shards: 3, programs: ['npm'] };
const everyProgram = ['npm', 'pnpm', 'bun', '.venv/bin/python', 'uv', 'deno', 'go', 'sleep'];

const extras = { history: true, control: true };
const judges = ['report', 'bot'] as const;

describe.each(judges)('where the verdict is that of the %s', (judge) => {
  test.each([
    ['one shard', { ...facts, shards: 1 }],
    ['three shards', facts],
    ['256 shards', { ...facts, shards: 256 }],
    ['every toolchain', { ...facts, programs: everyProgram }],
    ['nothing that has to be set up', { ...facts, programs: [] }],
    ['one shard with all that can be added', { ...facts, shards: 1, ...extras }],
    ['three shards with all that can be added', { ...facts, ...extras }],
    ['several platforms', { ...facts, shards: 1, platforms: ['linux-x64', 'darwin-arm64'] }],
  ])('the workflow for %s keeps to all rules', (_what, given) => {
    expect(listWorkflowFaults(describeWorkflow({ ...given, judge }), inputs)).toEqual([]);
  });

  test('with history it runs on pull requests, in the queue, on the main branch and at night', () => {
    const { on } = readWorkflow({ ...facts, judge, history: true });
    expect(on).toEqual({
      pull_request: null,
      merge_group: null,
      push: { branches: ['main'] },
      schedule: [{ cron: '23 3 * * *' }],
    });
  });

  test('each event starts the jobs that are for it', () => {
    const { jobs } = readWorkflow({ ...facts, judge, history: true, control: true });
    const listStarted = (event: string): string[] =>
      Object.keys(jobs).filter((name) => isStarted(jobs[name]?.if ?? '', event));
    const ofChange = judge === 'bot' ? ['measure'] : ['measure', 'report'];
    expect(listStarted('pull_request')).toEqual(ofChange);
    expect(listStarted('merge_group')).toEqual(ofChange);
    expect(listStarted('push')).toEqual(judge === 'bot' ? ['measure'] : ['history']);
    expect(listStarted('schedule')).toEqual(['anchors', 'control']);
  });

  test('a job that measures one shard in all leaves the verdict to others', () => {
    const { jobs } = readWorkflow({ ...facts, shards: 1, judge });
    expect(jobs['measure']?.steps.at(-1)?.with).toMatchObject({
      'fail-on': 'never',
      comment: 'never',
    });
  });
});

test('the smallest one measures changes and comments, and does nothing else', () => {
  const { on, jobs } = readWorkflow({ ...facts, shards: 1 });
  expect(on).toEqual(['pull_request', 'merge_group']);
  expect(Object.keys(jobs)).toEqual(['measure', 'report']);
  expect(describeWorkflow({ ...facts, shards: 1 }).split('\n').length).toBeLessThan(29);
});

test.each(['history', 'control'] as const)('%s is added by itself', (extra) => {
  const { on, jobs } = readWorkflow({ ...facts, [extra]: true });
  const added = extra === 'history' ? ['history', 'anchors'] : ['control'];
  expect(Object.keys(jobs)).toEqual(['measure', 'report', ...added]);
  expect(Object.keys(on)).toContain('schedule');
});

test('where the app judges, no job may write', () => {
  expect(describeWorkflow({ ...facts, judge: 'bot' })).not.toContain(': write');
});

interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, { if: string; steps: { with?: Record<string, unknown> }[] }>;
}

function readWorkflow(given: WorkflowFacts): Workflow {
  return parse(describeWorkflow(given)) as Workflow;
}

/** What a condition of one of these workflows comes to: comparisons of the event's name, joined by `||`. */
function isStarted(condition: string, event: string): boolean {
  const text = condition.replace(/^always\(\) && \((.*)\)$/, '$1');
  return text.split(' || ').some((part) => {
    const [, operator, name] = /^github\.event_name (==|!=) '(\w+)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`${part} is no comparison of the event`);
    return (name === event) === (operator === '==');
  });
}

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
  const text = describeWorkflow({ ...facts, defaultBranch, history: true });
  const { on } = parse(text) as { on: { push: { branches: string[] } } };
  const [branch = ''] = on.push.branches;
  expect(branch.replaceAll(/\\([+!\]])/g, '$1')).toBe(defaultBranch);
  expect(listWorkflowFaults(text, inputs)).toEqual([]);
});

test('it brings what setup and tests call, once', () => {
  const text = describeWorkflow({ ...facts, programs: [...everyProgram, 'npm', 'node'] });
  const steps = text
    .split('  report:')[0]
    ?.match(/(?:setup-\w+@[0-9a-f]{40} # v\d+|corepack .*corepack)/g);
  expect(steps?.map((step) => step.replace(/@.* # /, '@'))).toEqual([
    'setup-node@v6',
    'corepack enable || npm install --global corepack',
    'setup-bun@v2',
    'setup-python@v6',
    'setup-go@v6',
  ]);
  expect(text).toContain('- run: pipx install uv\n');
  expect(text).toContain('- run: npm install --global deno\n');
});

interface BisectWorkflow {
  jobs: { bisect: { steps: { uses?: string; run?: string }[] } };
}

function listSteps(suite: string, install?: string[]): string[] {
  const read = parseSuite(`version: 1\nsuite: x\n${suite}`, 'perigee.yml');
  const { bisect } = (parse(describeBisectWorkflow(read, { install })) as BisectWorkflow).jobs;
  return bisect.steps.map(({ run, uses }) => uses ?? run ?? '');
}

test.each([
  ['[pnpm, install, --frozen-lockfile], [pnpm, build]', 'pnpm install --frozen-lockfile'],
  ['[npm, ci, --omit=dev, --no-audit]', 'npm ci --no-audit'],
  ['[npm, ci, --prefix, benchmark], [npm, run, build]', 'bun install'],
  ['[bun, install, --production]', 'bun install'],
])('a repository that has Perigee installs it with setup: [%s]', (setup, expected) => {
  const bun = ['bun', 'install'];
  const steps = listSteps(`setup: [${setup}]\ntests: [{ name: x, command: [x] }]`, bun);
  expect(steps).toContain(expected);
  expect(steps.some((step) => step.includes('setup-bun'))).toBe(expected.startsWith('bun'));
  expect(steps.join('\n')).toContain('npx perigee bisect "$GOOD" "$BAD"');
});

test('one of another language gets its own tools and Node.js for Perigee', () => {
  const steps = listSteps('tests: [{ name: x, command: [go, test] }]');
  for (const tool of ['go', 'node']) {
    const named = new RegExp(`^actions/setup-${tool}@[0-9a-f]{40}$`);
    expect(steps).toContainEqual(expect.stringMatching(named));
  }
  expect(steps.find((step) => step.startsWith('npm install --global perigee'))).toBeDefined();
  expect(steps.join('\n')).toMatch(/^perigee bisect "\$GOOD" "\$BAD"/m);
});
