import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';

const folder = fileURLToPath(new URL('malformed/', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.yml'));

test('the corpus of malformed files is complete: each has its error beside it', () => {
  const errors = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  expect(files.length).toBeGreaterThanOrEqual(60);
  expect(errors).toEqual(files.map((file) => file.replace('.yml', '.txt')));
});

test.each(files)('%s is refused, with the place and what was expected there', async (file) => {
  const error = await loadSuite(`${folder}${file}`).then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof UserError)) throw new Error(`${file} was not refused`, { cause: error });
  for (const { where } of [error.facts, ...(error.facts.others ?? []).slice(0, 29)]) {
    expect(where).toMatch(new RegExp(`^${file}:\\d+(:\\d+)?$`));
  }
  expect(error.message.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
  await expect(`${error.message}\n`).toMatchFileSnapshot(
    `${folder}${file.replace('.yml', '.txt')}`,
  );
});
