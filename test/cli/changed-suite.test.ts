/** What a change does to perigee.yml is told, and does not disarm the gate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { atNight } from '../nightly.ts';
import { listRuns, runFiles, runsFolder } from '../../src/cli/run-folder.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  repository.remove();
});

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

function readPlan(): unknown {
  const [newest = ''] = listRuns(repository.root);
  const file = join(runsFolder(repository.root), newest, runFiles.record);
  return (JSON.parse(readFileSync(file, 'utf8')) as { plan: unknown }).plan;
}

atNight(
  'a change that asks for two pairs is measured with as many as before, and is red',
  async () => {
    // A size and not a time: a machine that is busy makes no verdict of a time certain.
    const keys = 'command: [node, bench.mjs]';
    const record = (size: number): void => {
      const call = `record('size', ${size}, { unit: 'kB' });`;
      repository.write('bench.mjs', `import { record } from 'perigee';\n${call}\n`);
    };
    record(100);
    commitBase(draft({ keys }));
    record(300);
    repository.write('perigee.yml', draft({ keys, head: 'repeats: 2\nmaxRepeats: 2' }));
    const { exitCode, stdout } = await repository.perigee('patch', '--verbose');
    expect(exitCode).toBe(1);
    expect(readPlan()).toMatchObject({ repeats: 5, maxRepeats: 5 });
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'perigee.yml of this change asks for less than before: repeats 5 → 2, maxRepeats 5 → 2',
    );
  },
);

atNight(
  'another command, directory, variable or setup is named in every report, old and new',
  async () => {
    commitBase(draft());
    repository.write(
      'perigee.yml',
      draft({
        head: 'repeats: 5\nmaxRepeats: 5\nwarmup: 2\nsetup: [[sh, -c, "true"]]',
        keys: 'command: [sh, -e, work.sh], environment: { A: b }, timeout: 20s',
      }),
    );
    expect((await repository.perigee('patch')).exitCode).toBe(0);
    for (const format of ['terminal', 'markdown', 'json', 'html']) {
      const { stdout } = await repository.perigee('report', '--verbose', '--format', format);
      const text = stdout.replaceAll(/[\s\\`*_]+/g, ' ').replaceAll(/&quot;|"/g, '');
      for (const told of [
        'command of work : sh work.sh → sh -e work.sh',
        'variable A of work : none → b',
        'timeout of work : 5 min → 20 s',
        'setup: none → sh -c true',
        'warmup: 0 → 2',
      ]) {
        expect([format, text.replaceAll(' :', ':')]).toEqual([
          format,
          expect.stringContaining(told.replaceAll(' :', ':')),
        ]);
      }
    }
  },
);

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

test('a setting that the change brings itself counts once it is merged', async () => {
  commitBase(draft());
  repository.write('perigee.yml', draft({ gate: 'block', keys: 'command: [sh, -e, work.sh]' }));
  expect((await repository.perigee('patch')).exitCode).toBe(0);
});

test('a test that is taken out is in the first line', async () => {
  const second = '  - { name: other, command: [sh, work.sh] }\nthresholds:';
  commitBase(draft().replace('thresholds:', second));
  repository.write('perigee.yml', draft());
  const { exitCode, stdout } = await repository.perigee('patch');
  expect(exitCode).toBe(0);
  const [first = ''] = stdout.trim().split(/\n\n/);
  expect(first.replace(/\s+/g, ' ')).toContain('does not measure what it measured before: "other"');
});
