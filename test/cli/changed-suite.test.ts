/** What a change does to perigee.yml is told, and does not disarm the gate. */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { draftSuite, draftWrites, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => (repository = makeRepository()));

interface Draft {
  head?: string;
  keys?: string;
  gate?: string;
}

/** Limits are loose unless said otherwise, so that no noise decides anything. */
const draft = ({
  head = 'repeats: 5\nmaxRepeats: 5\nwarmup: 0',
  keys,
  gate,
}: Draft = {}) => `version: 1
suite: one
${head}
tests:
  - { name: work, ${keys ?? 'command: [sh, work.sh]'} }
thresholds:
  rules:
    - { match: { metric: '*' }, worse: 4000%, action: warn }
    - { match: { metric: latency }, worse: { relative: 4000%, absolute: 60s } }
    - { match: { metric: size }, worse: 50% }
metrics: { size: { unit: kB } }
${gate === undefined ? '' : `gate: { whenSuiteChanged: ${gate} }\n`}`;

function commitBase(suite: string, work = 'sleep 0.02\n'): void {
  repository.write('work.sh', work);
  repository.write('perigee.yml', suite);
  repository.commit('Start');
}

atNight(
  'whenSuiteChanged: block on the base makes a run end undecided, unless others give the verdict',
  async () => {
    commitBase(draft({ gate: 'block' }));
    repository.write('perigee.yml', draft({ gate: 'note', keys: 'command: [sh, -e, work.sh]' }));
    repository.commit('Change the command, and the setting with it');
    const { exitCode, stderr } = await repository.perigee('run', '--fail-on', 'regressed');
    expect(exitCode).toBe(4);
    expect(stderr).toContain('gate.whenSuiteChanged: block');
    const again = await repository.perigee('run', '--resume', '--fail-on', 'never');
    expect(again.exitCode).toBe(0);
  },
);

test('commits are judged by the thresholds before them, and files that are tried out by their own', async () => {
  commitBase(draftSuite({ metric: 'disk.writes', worse: '20%' }), draftWrites(300));
  repository.write('perigee.yml', draftSuite({ metric: 'disk.writes', worse: '9000%' }));
  repository.write('work.sh', draftWrites(400));
  repository.commit('Write more, and allow it');
  const run = await repository.perigee('run');
  expect(run.stdout.replace(/\s+/g, ' ')).toContain(
    'they count once this is merged, until then the old ones',
  );
  expect(run.exitCode).toBe(1);

  const runs = join(repository.root, '.perigee/runs');
  const copy = join(repository.root, 'record.json');
  copyFileSync(join(runs, readdirSync(runs)[0] ?? '', 'run-record.json'), copy);
  expect((await repository.perigee('report', copy)).exitCode).toBe(1);

  // In a clone without history the thresholds that count are not known.
  const record = JSON.parse(readFileSync(copy, 'utf8')) as { before: { commit: string } };
  record.before.commit = 'f'.repeat(40);
  writeFileSync(copy, JSON.stringify(record));
  const shallow = await repository.perigee('report', copy);
  expect(shallow.stderr).toContain('git fetch origin ffff');
  expect(shallow.exitCode).toBe(3);

  const tried = await repository.perigee('judge');
  expect(tried.stdout.replace(/\s+/g, ' ')).toContain(
    'other thresholds, or tags that choose them, than before',
  );
  expect(tried.exitCode).toBe(0);
});

test('a test that commits give another name keeps its limit', async () => {
  const rules = "    - { match: { test: 'slow*', metric: disk.writes }, worse: 9000% }\n";
  const other = '  - { name: slow one, command: [sh, work.sh], when: nightly }\nthresholds:';
  const suite = draftSuite({ metric: 'disk.writes', worse: '20%', rules });
  const base = suite.replace('thresholds:', other);
  commitBase(base, draftWrites(300));
  const renamed = base.replace('name: keep busy', 'name: slow now\n    was: keep busy');
  repository.write('perigee.yml', renamed);
  repository.write('work.sh', draftWrites(400));
  repository.commit('Write more, under a name that may');
  const { exitCode, stderr, stdout } = await repository.perigee('run');
  expect(exitCode, stderr + stdout).toBe(1);
});

test('where the file was not valid before, it says whose thresholds count', async () => {
  commitBase('version: 1\n');
  repository.write('perigee.yml', draft());
  repository.commit('Mend the file');
  const { exitCode, stdout } = await repository.perigee('run');
  expect(stdout.replace(/\s+/g, ' ')).toContain('so the thresholds of the change count');
  expect(exitCode).toBe(0);
});

test('commits cannot turn around which way is better', async () => {
  const write = (value: number, format: string): void => {
    const result = { name: 'requests', unit: 'queries', value };
    repository.write('queries.json', JSON.stringify([result]));
    const keys = `command: [cat, queries.json], affected: always, results: { format: ${format} }`;
    const rule = '    - { match: { metric: queries }, worse: 20% }\n';
    repository.write('perigee.yml', draft({ keys }).replace('metrics: {', `${rule}metrics: {`));
    repository.commit(format);
  };
  write(1000, 'customSmallerIsBetter');
  write(1300, 'customBiggerIsBetter');
  const { exitCode, stdout } = await repository.perigee('run');
  expect(stdout).toMatch(/^ ?✗ .*queries/m);
  expect(exitCode).toBe(1);
});

test('a setting that the change brings itself counts once it is merged', async () => {
  commitBase(draft());
  repository.write('perigee.yml', draft({ gate: 'block', keys: 'command: [sh, -e, work.sh]' }));
  expect((await repository.perigee('patch')).exitCode).toBe(0);
});

test('a test that is taken out is in the first line, and one that comes has no baseline', async () => {
  const withTest = (name: string): string =>
    draft().replace('thresholds:', `  - { name: ${name}, command: [sh, ${name}.sh] }\nthresholds:`);
  repository.write('other.sh', 'true\n');
  commitBase(withTest('other'));
  repository.write('fresh.sh', 'true\n');
  repository.write('perigee.yml', withTest('fresh'));
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(exitCode).toBe(0);
  const words = stdout.replace(/[^\S\n]*\n(?!\n)\s*/g, ' ');
  expect(words.split('\n')[0]).toContain('does not measure what it measured before: "other"');
  expect(words).toMatch(/New: \d+ series measured, and nothing yet to compare them with/);
});
