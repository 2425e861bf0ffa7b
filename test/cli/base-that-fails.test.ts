/** A test that fails on the base and passes after the change gives nothing to compare with. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('steady.sh', 'sleep 0.05\n');
});
afterEach(() => {
  repository.remove();
});

/** Two tests with loose limits, so that no noise decides anything; `steady` always passes. */
const draft = (program: string, more = ''): string => `version: 1
suite: two
repeats: 4
maxRepeats: 4
warmup: 0
tests:
  - { name: steady, command: [sh, steady.sh] }
  - { name: moved, command: [sh, ${program}] }
${more}thresholds:
  rules:
    - { match: { metric: '*' }, worse: 4000%, action: warn }
    - { match: { metric: latency }, worse: { relative: 4000%, absolute: 60s } }
`;

const nothingToCompare =
  /moved never passed before the change|never passed before the change[^]*moved/;

atNight(
  'a benchmark that moves is undecided, and the first line of every report names it',
  async () => {
    repository.write('bench.sh', 'sleep 0.05\n');
    repository.write('perigee.yml', draft('bench.sh'));
    repository.commit('Start');
    repository.git('mv', 'bench.sh', 'moved.sh');
    repository.write('moved.sh', 'sleep 0.15\n');
    repository.write('perigee.yml', draft('moved.sh'));
    repository.commit('Move the benchmark, and make it three times slower');

    const { exitCode, stdout } = await repository.perigee('run');
    expect(exitCode).toBe(4);
    const [first = ''] = stdout.trim().split(/\n\n/);
    expect(first).toMatch(/Undecided:/);
    expect(first.replace(/\s+/g, ' ')).toMatch(nothingToCompare);
    const markdown = await repository.perigee('report', '--format', 'markdown');
    expect(markdown.stdout.split('\n')[0]).toMatch(nothingToCompare);
    const page = await repository.perigee('report', '--format', 'html');
    expect(/<h1>([^]*?)<\/h1>/.exec(page.stdout)?.[1]).toMatch(nothingToCompare);
    const verdict = await repository.perigee('report', '--format', 'json');
    expect(JSON.parse(verdict.stdout)).toMatchObject({
      conclusion: 'undecided',
      headline: expect.stringMatching(nothingToCompare) as string,
    });
  },
);

test('a test that the change brings has no baseline, and the others decide', async () => {
  repository.write('bench.sh', 'sleep 0.05\n');
  repository.write('perigee.yml', draft('bench.sh'));
  repository.commit('Start');
  repository.write('fresh.sh', 'sleep 0.05\n');
  const fresh = '  - { name: fresh, command: [sh, fresh.sh] }\n';
  repository.write('perigee.yml', draft('bench.sh', fresh));
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(exitCode).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /New: \d+ series measured, and nothing yet to compare them with/,
  );
  expect(stdout).not.toContain('never passed before');
});

atNight('where the change brings perigee.yml itself, every test is new', async () => {
  repository.write('README.md', 'nothing to measure yet\n');
  repository.commit('Start');
  repository.write('bench.sh', 'sleep 0.05\n');
  repository.write('perigee.yml', draft('bench.sh'));
  repository.commit('Measure');
  const { exitCode, stdout } = await repository.perigee('run');
  expect(exitCode).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /New: \d+ series measured, and nothing yet to compare them with/,
  );
  expect(stdout).not.toContain('never passed before');
});

test('a change that makes the base fail in its setup measures nothing, and is not green', async () => {
  repository.write('bench.sh', 'sleep 0.05\n');
  repository.write('perigee.yml', draft('bench.sh'));
  repository.commit('Start');
  repository.write('fresh.sh', 'true\n');
  repository.write('perigee.yml', `setup: [[sh, fresh.sh]]\n${draft('bench.sh')}`);
  expect((await repository.perigee('patch')).exitCode).toBe(3);
});
