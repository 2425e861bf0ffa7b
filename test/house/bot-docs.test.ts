import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usages } from '../../bot/src/commands/command.ts';
import { neededEvents, neededPermissions } from '../../src/cli/bot/app-rights.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { describeWorkflow } from '../../src/suite/starter/workflow.ts';
import { listWorkflowFaults } from '../suite/starter/check-workflow.ts';
import { readAction } from '../suite/starter/read-action.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/bot.md');

/** The blocks of YAML, each of which begins with the file that it is. */
const blocks = new Map(
  [...page.matchAll(/```yaml\n# (\S+)\n([^]*?)```/g)].map(([, file = '', text = '']) => [
    file,
    text,
  ]),
);

test('it shows one workflow, one pipeline, and one file of each kind of settings', () => {
  expect([...blocks.keys()].sort()).toEqual([
    '.buildkite/pipeline.yml',
    '.github/workflows/perigee.yml',
    'perigee-service.yml',
    'perigee.yml',
  ]);
  expect(page.match(/```yaml/g)).toHaveLength(blocks.size);
});

test('the workflow of the page is the one that init writes for a bot, and keeps to all rules', () => {
  const inputs = new Set(Object.keys(readAction().inputs));
  const workflow = blocks.get('.github/workflows/perigee.yml') ?? '';
  const facts = { defaultBranch: 'main', shards: 2, programs: ['node'] };
  expect(workflow).toBe(describeWorkflow({ ...facts, judge: 'bot' }));
  expect(listWorkflowFaults(workflow, inputs)).toEqual([]);
});

test('the settings of the page are right, and all that a bot needs', () => {
  const { bot } = parseSettings(blocks.get('perigee-service.yml') ?? '', 'docs/bot.md');
  const keys = ['appId', 'privateKey', 'publicUrl', 'webhookSecret'];
  expect(Object.keys(bot ?? {}).sort()).toEqual(keys);
});

test('the gate that it shows for Buildkite is one that perigee.yml takes', () => {
  const tests = 'version: 1\nsuite: sync\ntests:\n  - { name: all, command: [make, bench] }\n';
  const { gate } = parseSuite(`${tests}${blocks.get('perigee.yml')}`, 'docs/bot.md');
  expect(gate.pipeline).toBe('acme/sync');
});

test('the comment that it shows is one that the bot writes', () => {
  const [, shown = ''] = /```text\n(###[^]*?)```/.exec(page) ?? [];
  const golden = read('test/report/pull-request/golden/regressed.comment.md').split('\n');
  const lines = shown.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(golden).toContain(line);
});

test('it says of each permission and event what it is for', () => {
  for (const { name, level } of neededPermissions) {
    expect(page, name).toMatch(new RegExp(`^\\| \`${name}: ${level}\` +\\| \\S`, 'm'));
  }
  for (const { name } of neededEvents) expect(page, name).toContain(`\`${name}\``);
});

test('it has every command as the bot itself shows it', () => {
  for (const usage of Object.values(usages)) expect(page).toContain(`| \`${usage}\` `);
});
