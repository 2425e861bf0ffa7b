import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { usages } from '../../bot/src/commands/command.ts';
import { neededEvents, neededPermissions } from '../../src/cli/bot/app-rights.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { describeWorkflow } from '../../src/init/workflow.ts';
import { readFolded } from '../golden-sections.ts';
import { listWorkflowFaults } from '../init/check-workflow.ts';
import { readAction } from '../init/read-action.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const guide = read('docs/bot.md');
const buildkite = read('docs/buildkite-bot.md');
const reference = read('docs/bot-reference.md');

/** The blocks of YAML of a page, each of which begins with the file that it is. */
function readBlocks(page: string): Map<string, string> {
  const found = [...page.matchAll(/```yaml\n# (\S+)\n([^]*?)```/g)];
  return new Map(found.map(([, file = '', text = '']) => [file, text]));
}

const blocks = readBlocks(guide);
const buildkiteBlocks = readBlocks(buildkite);

test('each block of YAML says which file it is', () => {
  expect([...blocks.keys()].sort()).toEqual([
    '.github/workflows/perigee.yml',
    'perigee-service.yml',
  ]);
  expect([...buildkiteBlocks.keys()].sort()).toEqual([
    '.buildkite/pipeline.container.yml',
    '.buildkite/pipeline.yml',
    'perigee-service.yml',
    'perigee.yml',
  ]);
  for (const page of [guide, buildkite]) {
    expect(page.match(/```yaml/g)).toHaveLength(readBlocks(page).size);
  }
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

test('the gate for Buildkite is one that perigee.yml accepts', () => {
  const tests = 'version: 1\nsuite: sync\ntests:\n  - { name: all, command: [make, bench] }\n';
  const { gate } = parseSuite(
    `${tests}${buildkiteBlocks.get('perigee.yml')}`,
    'docs/buildkite-bot.md',
  );
  expect(gate.pipeline).toBe('acme/sync');
});

test('the settings for storage of your own are valid', () => {
  const text = buildkiteBlocks.get('perigee-service.yml') ?? '';
  const { artifacts } = parseSettings(text, 'docs/buildkite-bot.md');
  expect(artifacts?.buildkite?.hosts).toEqual(['acme-artifacts.s3.amazonaws.com']);
});

test('the comment that it shows is one that the bot writes', () => {
  const [, shown = ''] = /```text\n(###[^]*?)```/.exec(guide) ?? [];
  const states = new URL('../report/pull-request/golden/states.txt', import.meta.url);
  const golden = readFolded(states)
    .get('regressed: comment')
    // The page shows no addresses.
    ?.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split('\n');
  const lines = shown.trim().split('\n');
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(golden).toContain(line);
});

test('it says of each permission and event what it is for', () => {
  for (const { name, level } of neededPermissions) {
    expect(reference, name).toMatch(new RegExp(`^\\| \`${name}: ${level}\` +\\| \\S`, 'm'));
  }
  for (const { name } of neededEvents) expect(reference, name).toContain(`\`${name}\``);
});

test('it has every command as the bot itself shows it', () => {
  for (const usage of Object.values(usages)) expect(reference).toContain(`| \`${usage}\` `);
});
