/** The test runners themselves, in the oldest and the newest version that Perigee takes. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import type { CaseRunner } from '../../../src/contract/suite.ts';
import { startCases } from '../../../src/runner/start-cases.ts';
import {
  fetchNodeRunner,
  fetchPytest,
  nodeRunners,
  pytestVersions,
} from '../../servers/test-runners.ts';
import { executeHere, findSpan, root } from '../execute-here.ts';
import { makeFolder, writeFiles } from '../../make-folder.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const write = (file: string, text: string): void => writeFiles(folder, { [file]: text });

async function run(runner: CaseRunner, pattern: string, home = root) {
  const command = startCases({ runner, pattern }, { home, directory: folder });
  const ended = await executeHere(0, command, { directory: folder, timeoutMs: 120_000 });
  const names = ended.spans.map(({ span }) => span).filter((span) => span !== 'whole test');
  return { ...ended, names: names.sort() };
}

/** Tests with hooks around them, one of which is skipped. */
const javaScript = (runner: string): string => `
${runner === 'vitest' ? "import { afterEach, beforeEach, describe, it } from 'vitest';" : ''}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
beforeEach(() => wait(1));
afterEach(() => wait(1));
describe('upload', () => {
  it('small', () => wait(1));
  it.skip('skipped', () => undefined);
});
it('download', () => undefined);
`;

describe.each(nodeRunners)('%s %s', (runner, version) => {
  beforeEach(() => {
    symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules'));
    write('package.json', JSON.stringify({ private: true, name: 'project' }));
    write('test/e2e/sync.test.js', javaScript(runner));
    write('test/unit/words.test.js', javaScript(runner));
    write('test/e2e/start-server.txt', 'no test');
  });

  test('what a test annotates and records belongs to its span, and what a hook records does not', async () => {
    write(
      'test/e2e/sync.test.js',
      `${runner === 'vitest' ? "import { afterEach, it } from 'vitest';" : ''}
${runner === 'vitest' ? `import { annotate, profile, record } from '${root}dist/sdk.js';` : `const { annotate, profile, record } = require('${root}dist/sdk.cjs');`}
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
it('upload', async () => {
  annotate('num_files', 100);
  await wait(1);
  record('speed', 12, { unit: 'files/s' });
  await profile('inner', () => record('inside', 3));
});
it('download', () => record('speed', 7));
afterEach(() => record('hooks', 1));`,
    );
    const { log, outcome, problems, ...ended } = await run(runner, 'test/e2e/**');
    expect(outcome.status, log).toBe('passed');
    expect(problems).toEqual([]);
    const find = (span: string) => findSpan({ ...ended, outcome, problems }, span);
    const upload = find('test/e2e/sync.test.js > upload');
    expect(upload.annotations).toEqual({ num_files: 100 });
    expect(upload.values).toMatchObject({ speed: 12 });
    expect(find('inner')).toMatchObject({ parent: upload.span, values: { inside: 3 } });
    expect(find('test/e2e/sync.test.js > download').values).toMatchObject({ speed: 7 });
    expect(find('whole test').values).toMatchObject({ hooks: 1 });
  });

  atNight(
    'Perigee may be anywhere: the action and a global installation are not in the project',
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'perigee-home-'));
      try {
        cpSync(join(root, 'dist/cases'), join(home, 'dist/cases'), { recursive: true });
        const { names, log, outcome } = await run(runner, 'test/e2e/**', home);
        expect(outcome.status, log).toBe('passed');
        expect(names).toHaveLength(2);
      } finally {
        rmSync(home, { recursive: true });
      }
    },
  );

  test('each test of the files that are chosen is a span, but one that fails, which fails the run', async () => {
    const failing = `${javaScript(runner)}\nit('broken', () => { throw new Error('no disk'); });`;
    write('test/e2e/sync.test.js', failing);
    const { names, log, outcome, problems } = await run(runner, 'test/e2e/**');
    expect(outcome.status).toBe('failed');
    expect(log).toContain('no disk');
    expect(names).toEqual([
      'test/e2e/sync.test.js > download',
      'test/e2e/sync.test.js > upload > small',
    ]);
    expect(problems).toMatchObject([
      { code: 'span-failed', span: 'test/e2e/sync.test.js > broken' },
    ]);
  });

  test('a pattern that fits no test file fails', async () => {
    const { outcome, log } = await run(runner, 'test/nothing/**');
    expect(outcome.status).toBe('failed');
    expect(log).toMatch(/no test file of|No tests found/);
  });
});

describe.each(['vitest', 'jest', 'mocha'] as const)('%s', (runner) => {
  test('that is not installed is a failure with a remedy', async () => {
    const { outcome, log } = await run(runner, '**');
    expect(outcome.status).toBe('failed');
    expect(log).toContain(`Perigee: ${runner} is not installed in `);
    expect(log).toContain('install the project\'s packages in "setup" of perigee.yml');
  });

  test('that is too old is a failure with a remedy', async () => {
    write(
      `node_modules/${runner}/package.json`,
      JSON.stringify({ name: runner, version: '2.9.9' }),
    );
    const { outcome, log } = await run(runner, '**');
    expect(outcome.status).toBe('failed');
    expect(log).toMatch(
      new RegExp(`Perigee: ${runner} 2\\.9\\.9 is too old\n  expected: ${runner} `),
    );
  });
});

const python = `import time
import pytest

@pytest.fixture(autouse=True)
def slow():
    time.sleep(0.001)
    yield
    time.sleep(0.001)

class TestUpload:
    def test_small(self):
        time.sleep(0.001)

@pytest.mark.skip
def test_skipped():
    pass

@pytest.mark.xfail
def test_expected():
    raise ValueError("not yet")

def test_download():
    pass
`;

describe.each(pytestVersions)('pytest %s', (version) => {
  beforeEach(() => {
    symlinkSync(fetchPytest(version), join(folder, '.venv'));
    write('tests/e2e/test_sync.py', python);
    write('tests/unit/test_words.py', python);
  });

  test('each test of the files that are chosen is a span', async () => {
    const { names, log, outcome, problems } = await run('pytest', 'tests/e2e/**');
    expect(outcome.status, log).toBe('passed');
    expect(names).toEqual([
      'tests/e2e/test_sync.py::TestUpload::test_small',
      'tests/e2e/test_sync.py::test_download',
      'tests/e2e/test_sync.py::test_expected (fails as expected)',
    ]);
    expect(problems).toEqual([]);
  });

  test('what a test annotates and records belongs to its span, and what a fixture records does not', async () => {
    write(
      'tests/e2e/test_sync.py',
      `import pytest
from perigee import annotate, record

@pytest.fixture(autouse=True)
def server():
    yield
    record("hooks", 1)

def test_upload():
    annotate("num_files", 100)
    record("speed", 12, unit="files/s")
`,
    );
    const { log, outcome, problems, ...ended } = await run('pytest', 'tests/e2e/**');
    expect(outcome.status, log).toBe('passed');
    expect(problems).toEqual([]);
    const find = (span: string) => findSpan({ ...ended, outcome, problems }, span);
    expect(find('tests/e2e/test_sync.py::test_upload')).toMatchObject({
      annotations: { num_files: 100 },
      values: { speed: 12 },
    });
    expect(find('whole test').values).toMatchObject({ hooks: 1 });
  });

  test('a pattern that fits no test file fails', async () => {
    const { outcome, log } = await run('pytest', 'tests/nothing/**');
    expect(outcome.status).toBe('failed');
    expect(log).toContain('no test of pytest fits the pattern tests/nothing/**');
  });
});
