/** Files that are refused, each with its error, stand in malformed.txt. After a wanted change: `PERIGEE_WRITE_GOLDEN=1`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { expectSection } from '../golden-sections.ts';
import { readSections } from '../read-sections.ts';
import { makeFolder } from '../runner/stage/make-repository.ts';

const golden = new URL('malformed.txt', import.meta.url);
/** What a file of text cannot hold. */
const bytes: Record<string, Buffer> = {
  'latin-1.yml': Buffer.from('version: 1\nsuite: sync\ntests:\n  - name: Übertragung\n', 'latin1'),
  'nul-byte.yml': Buffer.from('version: 1\nsuite: sync\ntests:\n  - name: up\0load\n'),
  'utf-16.yml': Buffer.from('\ufeffversion: 1\nsuite: sync\n', 'utf16le'),
};
const texts = [...readSections(golden)].filter(([name]) => name.endsWith('.yml'));
const files: [name: string, content: string | Buffer][] = [...texts, ...Object.entries(bytes)];

test('there are many, each in a section of its own', () => {
  expect(files.length).toBeGreaterThanOrEqual(100);
});

test.each(files)(
  '%s is refused, with the place and what was expected there',
  async (name, content) => {
    const file = join(makeFolder(), name);
    writeFileSync(file, content);
    const error = await loadSuite(file).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (!(error instanceof UserError)) throw new Error(`${name} was not refused`, { cause: error });
    for (const { where } of [error.facts, ...(error.facts.others ?? []).slice(0, 29)]) {
      expect(where).toMatch(new RegExp(`^${name}:\\d+(:\\d+)?$`));
    }
    expect(error.message.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expectSection(golden, `${name} is refused`, error.message);
  },
);
