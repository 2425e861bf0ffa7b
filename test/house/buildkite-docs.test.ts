import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describePipeline, placeholderPlugin } from '../../src/init/pipeline.ts';
import { listBlocks, listOptions, plugin } from '../buildkite-plugin/read-plugin.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** What a reader is told of a default. */
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
