import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Profile } from '../../../src/contract/documents.ts';
import { openJournal } from '../../../src/runner/journal/append-journal.ts';
import { readJournal } from '../../../src/runner/journal/read-journal.ts';
import { makeFolder } from '../stage/make-repository.ts';

const profile: Profile = {
  schema: 'perigee/profile',
  version: 1,
  test: 'größe',
  side: 'before',
  repeat: 0,
  order: 0,
  startedAt: '2026-11-21T06:00:00Z',
  durationNs: 1,
  outcome: { status: 'passed' },
  metrics: [],
  spans: [],
  problems: [],
};

async function makeJournal(): Promise<string> {
  const file = join(makeFolder(), 'journal.jsonl');
  const journal = await openJournal(file, 0);
  await journal.append({ profile });
  const look = { number: 1, undecided: ['größe'], hinted: ['größe'], suspected: ['größe'] };
  await journal.append({ look });
  await journal.close();
  return file;
}

test('what was written is read back', async () => {
  const file = await makeJournal();
  const { profiles, looks, bytes } = await readJournal(file);
  expect(profiles).toEqual([profile]);
  expect([...looks]).toEqual([[1, { open: ['größe'], hinted: ['größe'], suspected: ['größe'] }]]);
  expect(bytes).toBe(readFileSync(file).length);
});

test('a last line that was cut off anywhere is dropped, and writing goes on behind the others', async () => {
  const whole = readFileSync(await makeJournal());
  const lastLine = whole.lastIndexOf('\n', whole.length - 2) + 1;
  for (let end = lastLine; end < whole.length; end += 1) {
    const file = join(makeFolder(), 'journal.jsonl');
    writeFileSync(file, whole.subarray(0, end));
    const { bytes, looks } = await readJournal(file);
    expect(looks.size).toBe(0);
    const journal = await openJournal(file, bytes);
    const names = ['größe'];
    await journal.append({
      look: { number: 1, undecided: names, hinted: names, suspected: names },
    });
    await journal.close();
    expect(readFileSync(file)).toEqual(whole);
  }
});

test('a look of a version that knew no hints has none', async () => {
  const file = join(makeFolder(), 'journal.jsonl');
  writeFileSync(file, '{"look":{"number":1,"undecided":["größe"]}}\n');
  const { looks } = await readJournal(file);
  expect([...looks]).toEqual([[1, { open: ['größe'], hinted: [], suspected: [] }]]);
});

test('a look that ended the run ends it again where the run is resumed', async () => {
  const file = join(makeFolder(), 'journal.jsonl');
  const journal = await openJournal(file, 0);
  const look = { number: 1, undecided: [], hinted: [], suspected: [] };
  await journal.append({ look: { ...look, isEnough: 'all-decided' } });
  await journal.close();
  expect((await readJournal(file)).looks.get(1)).toMatchObject({ isEnough: 'all-decided' });
});

test('no journal is an empty one', async () => {
  const { profiles, bytes } = await readJournal(join(makeFolder(), 'none.jsonl'));
  expect({ profiles, bytes }).toEqual({ profiles: [], bytes: 0 });
});

test.each([
  '{"profile":{"schema":"perigee/profile"}}',
  '{"look":{"number":"1","undecided":[]}}',
  '{"look":{"number":1,"undecided":[1]}}',
  '{"look":{"number":1,"undecided":[],"isEnough":"no"}}',
  '{"look":null}',
  '{}',
  'null',
  '[',
])('the damaged line %s is named', async (line) => {
  const file = await makeJournal();
  appendFileSync(file, `${line}\n`);
  await expect(readJournal(file)).rejects.toThrow(`${file}:3`);
});
