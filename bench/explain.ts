/**
 * How often `perigee explain` names what was made worse, and how often it calls something proven in unchanged code: in time
 * three pairs, and up to ten where these leave it open, as a run does.
 *   npx node bench/explain.ts [node | python | go | c | leak | flush | loss | reorder | counts] [runs] [unchanged]
 * after `npm run build`. Prints each explanation and the counts. Go and C need their compilers, `loss` and `reorder` need root.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Profile } from '../src/contract/documents.ts';
import type { ProfiledPair } from '../src/contract/explainer.ts';
import type { Execution, ExecutionRequest } from '../src/contract/execution.ts';
import { parseDiff } from '../src/evidence/changed-lines.ts';
import type { Calls } from '../src/evidence/compare-calls.ts';
import { explainCalls } from '../src/evidence/explain-calls.ts';
import { explainTest, isOpen } from '../src/evidence/explain-test.ts';
import { measureGrowth } from '../src/evidence/test-functions.ts';
import { createExecute } from '../src/profile/create-execute.ts';
import { counted, type Subject, subjects } from './explain/subjects.ts';

const [chosen = '', runs = '10', unchanged = '10'] = process.argv.slice(2);
const home = fileURLToPath(new URL('..', import.meta.url));
const profiling = await createExecute();
const places = {
  before: mkdtempSync(join(tmpdir(), 'perigee-explain-')),
  after: mkdtempSync(join(tmpdir(), 'perigee-explain-')),
};
type Side = keyof typeof places;

async function run(
  subject: Pick<Subject, 'command'>,
  side: Side,
  watches?: ExecutionRequest['watches'],
): Promise<Execution> {
  const folder = places[side];
  const execution = await profiling.execute({
    command: subject.command,
    directory: folder,
    environment: { PATH: process.env['PATH'] ?? '', PERIGEE_HOME: home },
    ...{ timeoutMs: 120_000, logFile: join(folder, 'log'), services: [], watches },
    signal: new AbortController().signal,
  });
  if (execution.outcome.status !== 'passed') throw new Error(JSON.stringify(execution.outcome));
  // Both sides of a comparison stand at one path.
  const rename = (stack: string): string => stack.replaceAll(`${folder}/`, '');
  const stacks = execution.stacks?.map((one) => ({
    ...one,
    samples: new Map([...one.samples].map(([stack, count]) => [rename(stack), count])),
  }));
  return { ...execution, ...(stacks === undefined ? {} : { stacks }) };
}

/** What an explanation names, the first to look at first. */
type Found = { name: string; isProven: boolean; told: string }[];

async function explain(subject: Subject): Promise<Found> {
  if (subject.of === 'calls') return explainMoved(subject);
  const { of = 'time' } = subject;
  const profiles: Profile[] = [];
  for (let repeat = 0; repeat < 8; repeat += 1) {
    for (const [order, side] of (['before', 'after'] as const).entries()) {
      const identity = { schema: 'perigee/profile', version: 1, test: 'a', side, repeat } as const;
      profiles.push({ ...identity, order: order as 0 | 1, ...(await run(subject, side)) });
    }
  }
  const growth = measureGrowth(profiles);
  if (growth === undefined) throw new Error('nothing was measured');
  const pairs: ProfiledPair[] = [];
  for (const most of [3, 5, 10]) {
    while (pairs.length < most) {
      const before = (await run(subject, 'before', of)).stacks ?? [];
      pairs.push({ before, after: (await run(subject, 'after', of)).stacks ?? [] });
    }
    const explanation = explainTest({ test: 'a', of, growth, pairs, change: parseDiff('') });
    if (!isOpen(explanation) || most === 10) {
      return explanation.functions.map(({ after, before, certainty, line, name, path }) => {
        const named = of === 'memory' ? `${path}:${line}` : name;
        const size = ((after - before) / 1e6).toFixed(0);
        const told = `${named} ${certainty} +${size} in ${pairs.length} pairs`;
        return { name: named, told, isProven: certainty === 'proven' };
      });
    }
  }
  throw new Error('unreachable');
}

async function explainMoved(subject: Subject): Promise<Found> {
  const counted = { before: [] as Calls[], after: [] as Calls[] };
  for (let round = 0; round < 4; round += 1) {
    for (const side of ['before', 'after'] as const) {
      counted[side].push((await run(subject, side, 'calls')).calls ?? {});
    }
  }
  const { meanings, moved } = explainCalls(counted);
  const told =
    meanings.map(({ text }) => text).join(' ') || moved.map(({ text }) => text).join(', ');
  // What a sentence says is what is named; a count alone, where there is none.
  const names =
    meanings.length > 0 ? meanings.map(({ kind }) => kind) : moved.map(({ name }) => name);
  return names.map((name) => ({ name, isProven: true, told }));
}

/** How often the calls of a program are counted as it makes them. */
async function countExactly(count: number): Promise<void> {
  writeFileSync(join(places.before, counted.file), counted.code);
  let exact = 0;
  for (let number = 0; number < count; number += 1) {
    const { calls = {} } = await run(counted, 'before', 'calls');
    if (Object.entries(counted.makes).every(([name, made]) => calls[name] === made)) exact += 1;
    else console.log(JSON.stringify(calls));
  }
  console.log(`counted exactly in ${exact} of ${count}`);
}

if (chosen === '' || chosen === 'counts') await countExactly(Number(runs));
for (const [language, subject] of Object.entries(subjects)) {
  if (chosen !== '' && chosen !== language) continue;
  const [from, to] = subject.slower;
  for (const isChanged of [true, false]) {
    const code = isChanged ? subject.code.replace(from, to) : subject.code;
    if (isChanged && code === subject.code) throw new Error(`nothing is planted in ${language}`);
    writeFileSync(join(places.before, subject.file), subject.code);
    writeFileSync(join(places.after, subject.file), code);
    for (const folder of Object.values(places)) subject.build?.(folder);
    const count = Number(isChanged ? runs : unchanged);
    let first = 0;
    let proven = 0;
    for (let number = 0; number < count; number += 1) {
      const found = await explain(subject);
      const named = found.filter(({ isProven }) => isProven);
      if (isChanged && subject.planted.test(found[0]?.name ?? '')) first += 1;
      const isProven = isChanged
        ? named.some(({ name }) => subject.planted.test(name))
        : named.length > 0;
      if (isProven) proven += 1;
      const told = [...new Set(found.map((one) => one.told))].slice(0, 2).join('; ');
      console.log(
        `${language} ${isChanged ? 'slower' : 'unchanged'} ${number + 1}: ${told}, load ${loadavg()[0]?.toFixed(1)}`,
      );
    }
    console.log(
      isChanged
        ? `${language}: the planted function first in ${first} of ${count}, proven in ${proven}`
        : `${language}: of unchanged code a function called proven in ${proven} of ${count}`,
    );
  }
}
for (const folder of Object.values(places)) rmSync(folder, { recursive: true, force: true });
await profiling.close();
