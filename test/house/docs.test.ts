import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { bisectWorkflow } from '../../bot/src/commands/answer-on-issue.ts';
import { bisectWorkflowFile, describeBisectWorkflow } from '../../src/init/bisect-workflow.ts';
import { describePipeline, placeholderPlugin } from '../../src/init/pipeline.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { listBlocks, listOptions, plugin } from '../buildkite-plugin/read-plugin.ts';
import { rows } from '../gate/state-rows.ts';
import { listWorkflowFaults } from '../init/check-workflow.ts';
import { readAction } from '../init/read-action.ts';

const gatePage = readFileSync(new URL('../../docs/gate.md', import.meta.url), 'utf8');
const suite = 'version: 1\nsuite: s\ntests: [{ name: t, command: [go] }]\n';

test.each(rows)('the table of states says what happens to %s', (...row) => {
  const [, , told] = row;
  const [state, pullRequest, mergeGroup, push] = told.split(' ');
  const cells = gatePage
    .split('\n')
    .find((line) => line.startsWith(`| \`${state}\``))
    ?.split('|');
  for (const one of [pullRequest, mergeGroup]) expect(cells?.[3]).toContain(`\`${one}\``);
  expect(cells?.[4]).toContain(`\`${push}\``);
});

test('the table has no state that is not tested', () => {
  const states = [...gatePage.matchAll(/^\| `([a-z-]+)` +\|/gm)].map(([, state]) => state);
  expect(new Set(states)).toEqual(new Set(rows.map(([, , told]) => told.split(' ')[0])));
});

test('every example of perigee.yml loads', () => {
  const examples = [...gatePage.matchAll(/```yaml\n([^]*?)```/g)].map(
    ([, example]) => example ?? '',
  );
  expect(examples).toHaveLength(4);
  for (const example of examples) {
    expect(parseSuite(`${suite}${example}`, 'perigee.yml').gate.ignore).toBeDefined();
  }
});

const bisectPage = readFileSync(new URL('../../docs/bisect.md', import.meta.url), 'utf8');
const [, source = ''] = /```yaml\n([^]*?)```/.exec(bisectPage) ?? [];

interface Workflow {
  on: { workflow_dispatch: { inputs: Record<string, { required?: boolean }> } };
  permissions: object;
  jobs: Record<string, { permissions: Record<string, string>; steps: { run?: string }[] }>;
}

test('the workflow of docs/bisect.md takes what the bot sends, by the name that it asks for', () => {
  const { inputs } = (parse(source) as Workflow).on.workflow_dispatch;
  expect(Object.keys(inputs)).toEqual(['good', 'bad', 'test', 'span', 'metric', 'issue']);
  expect(bisectPage).toContain(`.github/workflows/${bisectWorkflow}`);
});

test('docs/bisect.md shows what `perigee init --bot` writes for a suite of npm', () => {
  const suite = { setup: [['npm', 'ci']], tests: [] };
  expect(source).toBe(describeBisectWorkflow(suite, { install: ['npm', 'ci'] }));
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

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const reference = read('action-reference.md');
const pages = read('github-action.md') + reference;
const workflows = [...pages.matchAll(/```yaml\n([^]*?)```/g)].map(([, text = '']) => text);
const { inputs, outputs } = readAction();

/** The cells of the table between two markers, its head left out. */
function readTable(marker: string): string[][] {
  const [, section = ''] = reference.split(`<!-- ${marker} -->`);
  const [table = ''] = section.split(`<!-- /${marker} -->`);
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.map((row) => row.split('|').slice(1, -1));
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()));
}

const sayDefault = (value: string): string => (value === '' ? 'none' : `\`${value}\``);

test('the guide has a workflow for each case', () => {
  expect(workflows.length).toBeGreaterThanOrEqual(6);
});

test.each(workflows.map((text, index) => [index + 1, text]))(
  'workflow %i of the guide and the reference keeps to all rules',
  (_index, text) => {
    expect(listWorkflowFaults(text, new Set(Object.keys(inputs)))).toEqual([]);
  },
);

test('the table of inputs says what action.yml says', () => {
  expect(readTable('inputs')).toEqual(
    Object.entries(inputs).map(([name, input]) => [
      `\`${name}\``,
      sayDefault(input.default),
      input.description,
    ]),
  );
});

test('the table of outputs says what action.yml says', () => {
  expect(readTable('outputs')).toEqual(
    Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
  );
});

/** How a page states a default. */
const showDefault = (value?: string | number | boolean): string =>
  value === undefined ? 'none' : `\`${value}\``;

test('the table of options says what plugin.yml says', () => {
  const [, section = ''] = read('buildkite-reference.md').split('<!-- options -->');
  const [table = ''] = section.split('<!-- /options -->');
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  const cells = rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(Object.keys(plugin.configuration.properties).length).toBeGreaterThan(10);
  expect(cells).toEqual(
    listOptions().map(([name, option]) => [
      `\`${name}\``,
      showDefault(option.default),
      option.description,
    ]),
  );
});

test.each([
  ['buildkite.md', 'report'],
  ['buildkite-bot.md', 'bot'],
] as const)('the pipeline of %s is the one that init writes', (page, judge) => {
  const name = '# .buildkite/pipeline.yml\n';
  const block = listBlocks(read(page)).find((text) => text.startsWith(name)) ?? '';
  const extras = { history: true, control: true };
  const written = describePipeline({ shards: 2, programs: ['node'], judge, ...extras });
  expect(block.slice(name.length)).toBe(written.trimEnd());
});

const guide = read('buildkite.md');

test('the mirror that the guide publishes is the repository that a pipeline clones', () => {
  const [, owner = '', name = '', tag = ''] = /^(\w+)\/(\w+)#(\S+)$/.exec(placeholderPlugin) ?? [];
  expect(guide).toContain(`https://github.com/${owner}/${name}-buildkite-plugin`);
  expect(guide).toContain(`/${name}-buildkite-plugin.git plugin:main plugin:refs/tags/${tag}\n`);
  const [, folder = ''] = /git subtree split --prefix (\S+) --branch plugin\n/.exec(guide) ?? [];
  expect(existsSync(new URL(`../../${folder}/plugin.yml`, import.meta.url))).toBe(true);
});

test.each(['buildkite.md', 'threat-model.md'])(
  '%s admits that code of a change can read the keys of the agent',
  (page) => {
    expect(read(page)).toMatch(
      /through `\/proc`[^]*`BUILDKITE_AGENT_ACCESS_TOKEN`[^]*Kafka password/i,
    );
  },
);

test.each(['docs/buildkite-reference.md', 'buildkite-plugin/README.md'])(
  '%s says which exit status an agent that validates plugins gives',
  (page) => {
    const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
    expect(text).toMatch(/\| 1 .*`--plugin-validation`/);
  },
);

test('a mirror of the plugin has the licence of Perigee', () => {
  const [own, root] = ['buildkite-plugin/LICENSE', 'LICENSE'].map((file) =>
    readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'),
  );
  expect(own).toBe(root);
});
