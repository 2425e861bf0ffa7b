/**
 * How often `perigee explain` names the function that was made slower, and how often it calls one proven in unchanged code:
 * five pairs, and five more where these leave it open, as a run does.
 *   npx node bench/explain.ts [node | python | go | c] [runs] [unchanged]
 * after `npm run build`. Prints each explanation and the counts. Go and C need their compilers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Explanation, Profile } from '../src/contract/documents.ts';
import type { ProfiledPair } from '../src/contract/explainer.ts';
import type { Execution } from '../src/contract/execution.ts';
import { parseDiff } from '../src/evidence/changed-lines.ts';
import { explainTest, isOpen } from '../src/evidence/explain-test.ts';
import { measureGrowth } from '../src/evidence/test-functions.ts';
import { createExecute } from '../src/profile/create-execute.ts';
import { type Subject, subjects } from './explain/subjects.ts';

const [chosen = '', runs = '10', unchanged = '10'] = process.argv.slice(2);
const home = fileURLToPath(new URL('..', import.meta.url));
const profiling = await createExecute();
const places = {
  before: mkdtempSync(join(tmpdir(), 'perigee-explain-')),
  after: mkdtempSync(join(tmpdir(), 'perigee-explain-')),
};
type Side = keyof typeof places;

async function run(subject: Subject, side: Side, watches?: 'time'): Promise<Execution> {
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

async function explain(subject: Subject): Promise<Explanation> {
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
  for (const most of [5, 10]) {
    while (pairs.length < most) {
      const before = (await run(subject, 'before', 'time')).stacks ?? [];
      pairs.push({ before, after: (await run(subject, 'after', 'time')).stacks ?? [] });
    }
    const explanation = explainTest({
      test: 'a',
      of: 'time',
      growth,
      pairs,
      change: parseDiff(''),
    });
    if (!isOpen(explanation) || most === 10) return explanation;
  }
  throw new Error('unreachable');
}

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
      const { after, before, functions, pairs } = await explain(subject);
      const [top] = functions;
      const named = functions.filter(({ certainty }) => certainty === 'proven');
      if (isChanged ? subject.planted.test(top?.name ?? '') : false) first += 1;
      if (isChanged ? named.some(({ name }) => subject.planted.test(name)) : named.length > 0)
        proven += 1;
      const told = functions
        .slice(0, 2)
        .map(
          (one) => `${one.name} ${one.certainty} ${((one.after - one.before) / 1e6).toFixed(0)} ms`,
        );
      console.log(
        `${language} ${isChanged ? 'slower' : 'unchanged'} ${number + 1}: ${(before / 1e6).toFixed(0)} → ${(after / 1e6).toFixed(0)} ms, ${pairs} pairs, ${told.join('; ')}, load ${loadavg()[0]?.toFixed(1)}`,
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
