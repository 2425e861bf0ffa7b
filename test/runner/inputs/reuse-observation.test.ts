import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atNight, isNightly } from '../../nightly.ts';
import type { RunRecord } from '../../../src/contract/documents.ts';
import { createObserver } from '../../../src/profile/observe/create-observer.ts';
import { cleanEnvironment, makeFolder, makeRepository } from '../stage/make-repository.ts';
import { type makeRequest, makeTest, runTests } from '../stage/make-request.ts';

interface Stage {
  repository: ReturnType<typeof makeRepository>;
  /** A folder outside the checkouts, from which the test reads. */
  outside: string;
  environment: Record<string, string>;
  run(more?: Parameters<typeof makeRequest>[2] & { isIsolated?: boolean }): Promise<RunRecord>;
}

const draft = (more: Parameters<typeof makeTest>[1] = {}) =>
  makeTest('program', { command: ['sh', 'test.sh'], ...more });

/** A project whose setup copies a file that its test reads, with what else it uses outside. */
async function stage(
  command = 'cat built "$OUTSIDE/list"',
  setup = 'cp source built; ls "$OUTSIDE/cache" >/dev/null; cat "$OUTSIDE/settings" >/dev/null',
): Promise<Stage> {
  const outside = makeFolder();
  mkdirSync(join(outside, 'cache'));
  mkdirSync(join(outside, 'bin'));
  for (const name of ['list', 'settings']) writeFileSync(join(outside, name), 'usual');
  const repository = makeRepository({
    ...{ 'README.md': 'old', 'perigee.yml': 'version: 1\n', source: '1' },
    'setup.sh': setup,
    'test.sh': command,
    '.gitignore': 'built\n',
  });
  const observer = await createObserver();
  if (observer?.means.includes('strace') !== true) throw new Error('this host has no strace');
  const path = `${outside}/bin:${cleanEnvironment['PATH'] ?? ''}`;
  const environment = { ...cleanEnvironment, OUTSIDE: outside, PATH: path };
  let seed = 0;
  const run: Stage['run'] = ({ suite, ports, isIsolated = true, ...more } = {}) =>
    runTests(repository, [draft()], {
      ...{ environment, reusesObservation: true, seed: (seed += 1) },
      ...more,
      suite: { setup: [['sh', 'setup.sh']], ...suite },
      ports: { observer, ...(isIsolated && { isolation: 'mounts' }), ...ports },
    });
  // What is written just before a run may have been written for one of its sides.
  await new Promise((resolve) => setTimeout(resolve, 300));
  repository.write('README.md', 'first');
  expect((await run()).tests[0]?.inputs).toMatchObject({ state: 'same' });
  repository.write('README.md', 'second');
  return { environment, outside, repository, run };
}

const told = ({ tests }: RunRecord) => tests[0]?.inputs?.observedAt;
const kept = ({ root }: Stage['repository']) => join(root, '.perigee/observations');
const listKept = (repository: Stage['repository']): string[] =>
  readdirSync(kept(repository)).filter((name) => name.endsWith('.json'));

test('the next change sets nothing up, and says when the test was seen; so does one on a later base', async () => {
  const { repository, run } = await stage();
  const heard: string[] = [];
  const record = await run({ ports: { onProgress: ({ kind }) => heard.push(kind) } });
  expect(record.tests[0]?.inputs).toMatchObject({
    state: 'same',
    by: ['strace', 'inotify'],
  });
  expect(record.status).toBe('complete');
  expect(told(record)).toMatch(/^\d{4}-/);
  expect(heard).toEqual(['started']);
  repository.commit('A README');
  repository.write('README.md', 'third');
  const sides = { before: { kind: 'revision', name: 'HEAD' }, after: { kind: 'working-tree' } };
  const later = await run({ sides: sides as never });
  expect(later.tests[0]?.inputs).toMatchObject({ state: 'same' });
  expect(told(later)).toBeDefined();
});

test('a test that was seen to read what is changed is measured, without being observed again', async () => {
  const { repository, run } = await stage('cat built data 2>/dev/null; true');
  repository.write('data', 'new');
  const heard: string[] = [];
  const record = await run({ ports: { onProgress: ({ kind }) => heard.push(kind) } });
  expect(record.tests[0]?.inputs).toMatchObject({ state: 'changed' });
  expect(record.profiles.length).toBeGreaterThan(0);
  expect(heard).toContain('setup');
  expect(heard).not.toContain('observe');
});

type Change = (stage: Stage) => unknown;

const changes: [what: string, change: Change][] = [
  ['what setup reads', ({ repository }) => repository.write('source', '2')],
  ['the setup itself', ({ repository }) => repository.write('setup.sh', 'echo 3 > built')],
  [
    'how git checks files out',
    ({ repository }) => repository.write('.gitattributes', '* text eol=crlf\n'),
  ],
  ['a setting of git', ({ repository }) => void repository.git('config', 'core.autocrlf', 'input')],
  ['a file outside that the test reads', ({ outside }) => write(outside, 'list', 'other')],
  ['a file outside of the same length', ({ outside }) => write(outside, 'list', 'USUAL')],
  ['a file outside that setup reads', ({ outside }) => write(outside, 'settings', 'other')],
  ['a name in a folder outside that setup lists', ({ outside }) => write(outside, 'cache/a', '')],
  [
    'a program that comes first on the PATH',
    ({ outside }) => write(outside, 'bin/cat', '#!/bin/sh\nexec /bin/cat "$@" README.md\n', 0o755),
  ],
  ['a variable', ({ environment }) => ({ environment: { ...environment, MODE: 'other' } })],
  ['the command of setup', () => ({ suite: { setup: [['sh', './setup.sh']] } })],
  ['the command of the test', () => ({ tests: [draft({ command: ['sh', './test.sh'] })] })],
  ['the environment of the test', () => ({ tests: [draft({ environment: { A: '1' } })] })],
  ['the suite', () => ({ suite: { warmup: 1 } })],
  ['what keeps tests apart', () => ({ ports: { isolation: 'user' } })],
  ['where Perigee is', () => ({ home: '/home/of/another' })],
  [
    'the day',
    () => {
      const now = new Date(Date.now() + 86_400_000);
      return { ports: { clock: { now: () => now, elapsedMs: () => performance.now() } } };
    },
  ],
];

function write(folder: string, name: string, text: string, mode = 0o644): undefined {
  writeFileSync(join(folder, name), text, { mode });
  return undefined;
}

// By day every fifth, so that there is one of each kind.
const chosen = changes.filter((_, at) => isNightly || at % 5 === 0);
test.each(chosen)('nothing is reused after another change: %s', async (_what, change) => {
  const all = await stage();
  const record = await all.run(change(all) as Parameters<Stage['run']>[0]);
  expect(told(record)).toBeUndefined();
  expect(record.tests[0]?.inputs).toBeDefined();
});

test('an observation that is damaged, signed for another text or under another name is not used', async () => {
  const { repository, run } = await stage();
  const folder = kept(repository);
  // Nothing is used or kept where tests could write it.
  expect(told(await run({ isIsolated: false }))).toBeUndefined();
  const digestOf = (name: string): string => name.slice(0, 64);
  const forgeries: [forge: (text: string, name: string) => string, problems: object[]][] = [
    [() => '{}', [{ code: 'observation-damaged' }]],
    [(text) => text.replace(/^.*\n/, ''), [{ code: 'observation-damaged' }]],
    [(text) => text.replace('"doubts":[]', '"doubts": []'), [{ code: 'observation-damaged' }]],
    [(text, name) => text.replace(digestOf(name), '0'.repeat(64)), [{}]],
  ];
  for (const [forge, problems] of forgeries) {
    for (const name of listKept(repository)) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(forge(text, name)).not.toBe(text);
      writeFileSync(join(folder, name), forge(text, name));
    }
    const record = await run();
    expect(told(record)).toBeUndefined();
    expect(record.problems).toMatchObject(problems);
    // Its file is removed, and another one is kept.
    const next = await run();
    expect([next.problems, told(next)]).toEqual([[], expect.any(String)]);
  }
});

test('a folder outside that is opened and never listed may get names', async () => {
  const code = 'import os; os.close(os.open(os.environ["OUTSIDE"] + "/cache", os.O_RDONLY))';
  const { outside, run } = await stage(`python3 -S -B -c '${code}'`, 'cp source built');
  write(outside, 'cache/a', '');
  expect(told(await run())).toBeDefined();
});

test('what the test reads by links of setup is a reason to measure', async () => {
  const { repository, run } = await stage('cat linked/source', 'ln -s . linked');
  expect(told(await run())).toBeDefined();
  repository.write('source', '2');
  expect((await run()).tests[0]?.inputs?.state).toBe('changed');
});

atNight('a link that setup takes away again leaves it in doubt', async () => {
  const { run } = await stage(
    'true',
    'ln -s . linked; cat linked/README.md; rm linked; ln -s source built',
  );
  expect(told(await run())).toBeUndefined();
});

atNight('a setup that fails only while it is observed runs again without', async () => {
  const setup = 'grep -q "^TracerPid:.*[1-9]" /proc/self/status && exit 1; cp source built';
  const { run } = await stage('cat built', setup);
  const record = await run();
  expect(record.status).toBe('complete');
  expect(told(record)).toBeUndefined();
});

atNight('two runs at once keep one observation, and eight are kept in all', async () => {
  const { repository, run } = await stage();
  await Promise.all([run({ home: '/a' }), run({ home: '/a' })]);
  for (let i = 0; i < 8; i += 1) await run({ home: `/b${i}` });
  expect(listKept(repository)).toHaveLength(8);
  expect(readdirSync(kept(repository))).toHaveLength(9);
});
