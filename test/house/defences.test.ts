import { existsSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { defences } from '../../scripts/defences/table.ts';

const named = defences.map((defence) => ({
  ...defence,
  name: `${defence.file}: ${defence.against}`,
}));

test.each(named)(
  'the defence is where the table says, once: $name',
  ({ file, tests, text, without }) => {
    expect(readTracked(file).split(text)).toHaveLength(2);
    expect(without).not.toContain(text);
    expect(tests.filter((each) => !existsSync(join(root, each)))).toEqual([]);
  },
);

test('each defence stands in the table once', () => {
  expect(new Set(named.map(({ name }) => name)).size).toBe(named.length);
  expect(named.length).toBeGreaterThan(70);
});

describe('docs/threat-model.md', () => {
  const page = readTracked('docs/threat-model.md');
  const inTable = new Set(defences.map(({ file }) => file));
  const listLinks = (heading: string): string[] => {
    const start = page.indexOf(`\n## ${heading}\n`);
    const section = page.slice(start, page.indexOf('\n## ', start + 1));
    return [...section.matchAll(/\]\((\.\.\/[^)#]+\.ts)\)/g)].map(([, link = '']) =>
      normalize(join('docs', link)),
    );
  };

  test.each(['Promises', 'Measured code', "What one outsider's pull request may cost"])(
    'what keeps what is said below "%s" stands in the table of defences',
    (heading) => {
      const links = listLinks(heading);
      expect(links.length).toBeGreaterThan(5);
      expect(links.filter((file) => !inTable.has(file))).toEqual([]);
    },
  );

  /** Where a limit is kept in another file than the one that has its number. */
  const keptIn: Readonly<Record<string, string>> = {
    'src/contract/numbers.ts': 'src/profile/spans/number-table.ts',
    'src/operations/work-marks.ts': 'src/operations/work-apart.ts',
    'src/suite/shards/shard-of.ts': 'src/suite/shards/parse-shard.ts',
    'src/transport/artifacts/artifact-limits.ts': 'src/transport/artifacts/unpack-artifact.ts',
    'bot/src/main.ts': 'bot/src/deliveries/read-body.ts',
  };

  test('each of its limits is kept by something that stands in the table of defences', () => {
    const limits = [...page.matchAll(/^\|.*\| `([^`]+\.ts)` +\|$/gm)].map(([, file = '']) => file);
    expect(limits.length).toBeGreaterThan(50);
    const missing = limits.filter((file) => !inTable.has(keptIn[file] ?? file));
    expect([...new Set(missing)]).toEqual([]);
    expect(Object.keys(keptIn).filter((file) => !limits.includes(file))).toEqual([]);
  });
});
