/** Test cases of one name are told apart, and one that fails as it should is never compared with one that passes. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { atNight, isNightly } from '../../nightly.ts';
import type { CaseRunner } from '../../../src/contract/suite.ts';
import { startCases } from '../../../src/runner/start-cases.ts';
import { fetchNodeRunner, fetchPytest, nodeRunners } from '../../servers/test-runners.ts';
import { executeHere, root } from '../execute-here.ts';
import { makeFolder, writeFiles } from '../../make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder();
  write('package.json', JSON.stringify({ private: true, name: 'project' }));
});

const write = (file: string, text: string): void => writeFiles(folder, { [file]: text });

async function run(runner: CaseRunner) {
  const command = startCases({ runner, pattern: '**' }, { home: root, directory: folder });
  const ended = await executeHere(0, command, { directory: folder, timeoutMs: 120_000 });
  expect(ended.outcome.status, ended.log).toBe('passed');
  const names = ended.spans.map(({ span }) => span).filter((span) => span !== 'whole test');
  return { ...ended, names: names.sort() };
}

describe.each(nodeRunners)('%s %s', (runner, version) => {
  beforeEach(() => symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules')));

  test('each case has a series of its own, also after a retry', async () => {
    const retry = {
      vitest: `it('again', { retry: 1 }, flaky);`,
      jest: `jest.retryTimes(1); it('again', flaky);`,
      mocha: `it('again', flaky).retries(1);`,
    }[runner];
    write(
      'test/a.test.js',
      `${runner === 'vitest' ? `import { it } from 'vitest';` : ''}
let attempts = 0;
const flaky = () => { attempts += 1; if (attempts === 1) throw new Error('once'); };
it('same', () => undefined);
it('same', () => undefined);
it('alone', () => undefined);
${retry}`,
    );
    const { names, problems } = await run(runner);
    expect(names).toEqual([
      'test/a.test.js > again',
      'test/a.test.js > alone',
      'test/a.test.js > same [1 of 2]',
      'test/a.test.js > same [2 of 2]',
    ]);
    expect(problems).toContainEqual({
      ...{ code: 'cases-share-name', span: 'test/a.test.js > same' },
      message: expect.stringContaining('2 test cases have this name') as string,
    });
  });
});

test.each([
  ['vitest', '5.1', 'it.fails'],
  ['jest', '30', 'it.failing'],
  ...(isNightly ? ([['vitest', '3.2', 'it.fails']] as const) : []),
] as const)('in %s %s a case that fails as it should says so', async (runner, version, mark) => {
  symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules'));
  write(
    'test/a.test.js',
    `${runner === 'vitest' ? `import { it } from 'vitest';` : ''}
${mark}('a', () => { throw new Error('not yet'); });`,
  );
  const { names, problems } = await run(runner);
  expect(names).toEqual(['test/a.test.js > a (fails as expected)']);
  expect(problems).toEqual([]);
});

atNight('projects of Jest are told apart by their names', async () => {
  symlinkSync(fetchNodeRunner('jest', '30'), join(folder, 'node_modules'));
  write('a.test.js', `it('a', () => undefined);`);
  write(
    'jest.config.js',
    `module.exports = { projects: [{ displayName: 'node' }, { displayName: { name: 'big', color: 'red' } }] };`,
  );
  expect((await run('jest')).names).toEqual(['big > a.test.js > a', 'node > a.test.js > a']);
});

atNight(
  'in pytest a case that passes although it is marked is compared with one that has no mark',
  async () => {
    symlinkSync(fetchPytest('9'), join(folder, '.venv'));
    write(
      'test_it.py',
      `import pytest, unittest
@pytest.mark.xfail
def test_passes(): pass
def test_at_its_end(): pytest.xfail("not yet")
class TestOld(unittest.TestCase):
  @unittest.expectedFailure
  def test_unit(self): assert False
`,
    );
    expect((await run('pytest')).names).toEqual([
      'test_it.py::TestOld::test_unit (fails as expected)',
      'test_it.py::test_at_its_end (fails as expected)',
      'test_it.py::test_passes',
    ]);
  },
);
