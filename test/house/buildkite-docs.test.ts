import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describePipeline } from '../../src/suite/starter/pipeline.ts';
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
  const written = describePipeline({ shards: 2, programs: ['node'], judge });
  expect(block.slice(name.length)).toBe(written.trimEnd());
});
