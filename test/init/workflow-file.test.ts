import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import {
  buildkitePipeline,
  githubWorkflow,
  workflowFile,
  writeWorkflow,
} from '../../src/init/workflow-file.ts';
import { makeFolder } from '../make-folder.ts';

let root: string;
beforeEach(() => (root = makeFolder()));

const suite = parseSuite(
  'version: 1\nsuite: x\nsetup: [[npm, ci]]\nshards: { total: 2 }\ntests: [{ name: x, command: [go, test] }]',
  'perigee.yml',
);
const defaultBranch = 'trunk';
const read = (): string => readFileSync(join(root, workflowFile), 'utf8');

test('it is written for the commands and the shards of the suite', async () => {
  expect(await writeWorkflow(root, suite, { defaultBranch, history: true })).toBe('written');
  const text = read();
  expect(text).toContain('setup-node');
  expect(text).toContain('setup-go');
  expect(text).toContain('shard: [1, 2]');
  expect(text).toContain('branches: [trunk]');
});

const ofPlatforms = (total: string) =>
  parseSuite(
    `version: 1\nsuite: x\nshards: { platforms: [linux-x64, darwin-arm64]${total} }\ntests: [{ name: x, command: [go, test] }]`,
    'perigee.yml',
  );

test('a suite of several platforms gets a runner for each, and no number of shards', async () => {
  await writeWorkflow(root, ofPlatforms(''), { defaultBranch });
  expect(read()).toContain('name: Measure on ${{ matrix.os }}\n');
  expect(read()).toContain('os: [ubuntu-24.04, macos-15] # linux-x64, darwin-arm64\n');
  expect(read()).toContain('runs-on: ${{ matrix.os }}\n');
  expect(read()).not.toContain('shard-total');
});

test('with shards on each platform the matrix has both, and the report no number', async () => {
  await writeWorkflow(root, ofPlatforms(', total: 2'), { defaultBranch });
  expect(read()).toMatch(/os: \[ubuntu-24.04, macos-15\].*\n +shard: \[1, 2\]/);
  expect(read().split('shard-total: 2\n')).toHaveLength(2);
});

test('for the app each platform is a shard that it finds by its number', async () => {
  await writeWorkflow(root, ofPlatforms(', total: 2'), { defaultBranch, judge: 'bot' });
  expect(read()).toContain('name: Shard ${{ matrix.shard }}');
  expect(read()).toContain('- { shard: 3, os: ubuntu-24.04 } # linux-x64\n');
  expect(read()).toContain('- { shard: 4, os: macos-15 } # darwin-arm64\n');
  expect(read()).toContain('shard-total: 4\n');
});

test('an unedited workflow is written again once the suite has platforms', async () => {
  const { platforms, ...one } = ofPlatforms('').shards;
  await writeWorkflow(root, { ...suite, shards: one }, { defaultBranch });
  expect(platforms).toHaveLength(2);
  const wish = { defaultBranch, formerShards: 2 };
  expect(await writeWorkflow(root, { ...suite, shards: ofPlatforms('').shards }, wish)).toBe(
    'replaced',
  );
  expect(read()).toContain('macos-15');
});

test('a suite that says nothing of shards gets one job that measures', async () => {
  await writeWorkflow(root, { ...suite, shards: { pins: new Map() } }, { defaultBranch });
  expect(read()).not.toContain('matrix');
});

test('jobs are added to an unedited workflow one after the other, and it keeps its copy of the action', async () => {
  const copy = 'acme/perigee/action@v1';
  await writeWorkflow(root, suite, { defaultBranch, usualCopy: copy });
  expect(await writeWorkflow(root, suite, { defaultBranch, history: true })).toBe('replaced');
  expect(await writeWorkflow(root, suite, { defaultBranch, control: true })).toBe('replaced');
  expect(await writeWorkflow(root, suite, { defaultBranch })).toBe('left');
  for (const job of ['history', 'anchors', 'control']) expect(read()).toContain(`  ${job}:\n`);
  expect(read().split(copy)).toHaveLength(6);
});

test.each([githubWorkflow, buildkitePipeline])(
  'the page that tells whence $path loads Perigee is there',
  ({ page }) => {
    const [, file = '', heading = ''] = /^(.*), "(.*)"$/.exec(page) ?? [];
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(text).toContain(`\n## ${heading}\n`);
  },
);

test.each([
  [githubWorkflow, 'acme/tools', 'acme/tools/action@v1', 'acme/tools with the tag v1'],
  [
    githubWorkflow,
    'acme/tools@v0.1.3',
    'acme/tools/action@v0.1.3',
    'acme/tools with the tag v0.1.3',
  ],
  [
    buildkitePipeline,
    ...['acme/tools@v2.0.1', 'acme/perigee#v2.0.1'],
    'acme/perigee-buildkite-plugin with the tag v2.0.1',
  ],
] as const)('%#: a copy may be named with its tag', (ci, repository, copy, place) => {
  expect(ci.nameCopy(repository)).toBe(copy);
  expect(ci.locate(repository)).toBe(place);
});

test('a copy of the action that is named takes the place of another one', async () => {
  await writeWorkflow(root, suite, { defaultBranch, usualCopy: 'their/perigee/action@v1' });
  const copy = 'acme/perigee/action@v1';
  expect(await writeWorkflow(root, suite, { defaultBranch, copy })).toBe('replaced');
  expect(read().split(copy)).toHaveLength(3);
});

test.each(['report', 'bot'] as const)(
  'one that somebody wrote stays as it is, where the verdict is that of the %s',
  async (judge) => {
    await writeWorkflow(root, suite, { defaultBranch });
    writeFileSync(join(root, workflowFile), `${read()}# mine\n`);
    const mine = read();
    expect(await writeWorkflow(root, suite, { defaultBranch, judge })).toBe('left');
    expect(read()).toBe(mine);
  },
);

test('one that nobody changed loses its report job when a bot is to judge', async () => {
  await writeWorkflow(root, suite, { defaultBranch });
  expect(read()).toContain('  report:');
  expect(await writeWorkflow(root, suite, { defaultBranch, judge: 'bot' })).toBe('replaced');
  expect(read()).not.toContain('  report:');
  expect(await writeWorkflow(root, suite, { defaultBranch, judge: 'bot' })).toBe('left');
});

test('one in which only the copy of the action was named keeps that', async () => {
  await writeWorkflow(root, suite, { defaultBranch });
  const own = 'uses: acme/perigee/action@0a1b2c # v1';
  const file = join(root, workflowFile);
  writeFileSync(file, read().replaceAll('uses: owner/perigee/action@v1', own));
  expect(await writeWorkflow(root, suite, { defaultBranch })).toBe('left');
  expect(await writeWorkflow(root, suite, { defaultBranch, judge: 'bot' })).toBe('replaced');
  expect(read()).not.toContain('  report:');
  expect(read()).not.toContain('owner/perigee');
  expect(read().split(own)).toHaveLength(4);
});

test('one in which the copy of the action was named in one job alone stays as it is', async () => {
  await writeWorkflow(root, suite, { defaultBranch });
  const mine = read().replace('owner/perigee/action@v1', 'acme/perigee/action@v1');
  writeFileSync(join(root, workflowFile), mine);
  expect(await writeWorkflow(root, suite, { defaultBranch, judge: 'bot' })).toBe('left');
  expect(read()).toBe(mine);
});

test('one for a bot stays so when nothing is said of a bot', async () => {
  await writeWorkflow(root, suite, { defaultBranch, judge: 'bot' });
  expect(await writeWorkflow(root, suite, { defaultBranch })).toBe('left');
  expect(read()).not.toContain('  report:');
});

test('a pipeline in which only the copy of the plugin was named is written for a bot with that copy', async () => {
  const file = join(root, buildkitePipeline.path);
  const write = (judge: 'report' | 'bot') =>
    writeWorkflow(root, suite, { defaultBranch, judge }, buildkitePipeline);
  expect(await write('report')).toBe('written');
  const own = 'acme/perigee#v2.0.1';
  const named = readFileSync(file, 'utf8').replaceAll(buildkitePipeline.placeholder, own);
  writeFileSync(file, named);
  expect(await write('report')).toBe('left');
  expect(await write('bot')).toBe('replaced');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(`- ${own}:\n          fail-on: never`);
  expect(text).not.toContain(buildkitePipeline.placeholder);
  expect(await write('bot')).toBe('left');
  writeFileSync(file, `${text}# mine\n`);
  expect(await write('bot')).toBe('left');
});
