/** Tests that fake the clock, and runs that measure fewer cases than there are: by the test runners themselves. */
import { mkdirSync, symlinkSync } from 'node:fs';
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
beforeEach(() => {
  folder = makeFolder();
  write('package.json', JSON.stringify({ private: true, name: 'project' }));
});

const write = (file: string, text: string): void => writeFiles(folder, { [file]: text });

async function run(runner: CaseRunner, pattern = '**') {
  const command = startCases({ runner, pattern }, { home: root, directory: folder });
  const ended = await executeHere(0, command, { directory: folder, timeoutMs: 120_000 });
  const names = ended.spans.map(({ span }) => span).filter((span) => span !== 'whole test');
  return { ...ended, names: names.sort() };
}

/** By the CPU, since the clocks are those in question. */
const busy = `function busy(ms) {
  const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  for (const end = used() + ms; used() < end;);
}`;

/** The library by which Jest, Vitest and Sinon fake timers. */
const timers = {
  vitest: `import { beforeEach, afterEach, it, vi } from 'vitest';
const fake = () => vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'Date', 'hrtime', 'performance'] });
const restore = () => vi.useRealTimers(); const tick = (ms) => vi.advanceTimersByTime(ms);`,
  jest: `const fake = () => jest.useFakeTimers({ legacyFakeTimers: false });
const restore = () => jest.useRealTimers(); const tick = (ms) => jest.advanceTimersByTime(ms);`,
  mocha: `const library = require('@sinonjs/fake-timers'); let clock;
const fake = () => { clock = library.install(); };
const restore = () => clock.uninstall(); const tick = (ms) => clock.tick(ms);`,
};

describe.each(nodeRunners)('%s %s', (runner, version) => {
  beforeEach(() => {
    symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'test/node_modules'), { recursive: true });
    const library = join(fetchNodeRunner('jest', '30'), '@sinonjs');
    symlinkSync(library, join(folder, 'test/node_modules/@sinonjs'));
  });

  test('a test that fakes its clock is measured by the true one, and the tests after it run', async () => {
    write(
      'test/clock.test.js',
      `${timers[runner]}
${busy}
beforeEach(() => fake());
afterEach(() => restore());
it('frozen', () => busy(50));
it('an hour later', () => { busy(50); tick(3600e3); });
it('last', () => undefined);`,
    );
    const ended = await run(runner);
    expect(ended.outcome.status, ended.log).toBe('passed');
    const expected = ['an hour later', 'frozen', 'last'].map(
      (name) => `test/clock.test.js > ${name}`,
    );
    expect(ended.names).toEqual(expected);
    for (const name of expected.slice(0, 2)) {
      expect(findSpan(ended, name).values['latency']).toBeGreaterThan(25e6);
    }
    expect(ended.problems).toEqual([]);
  });

  const imported = runner === 'vitest' ? `import { it } from 'vitest';` : '';

  test('a test that exits fails the run, though it exits with 0', async () => {
    write(
      'test/exit.test.js',
      `${imported} it('exits', () => { process.exit(0); }); it('last', () => undefined);`,
    );
    const { log, outcome } = await run(runner);
    expect(outcome.status, log).toBe('failed');
  });

  test('a run whose tests are all skipped is no run', async () => {
    write('test/skipped.test.js', `${imported} it.skip('skipped', () => undefined);`);
    const { log, outcome } = await run(runner);
    expect(outcome.status, log).toBe('failed');
    expect(log).toContain(`${runner} ran no test case that passed`);
  });
});

const vitests = nodeRunners.filter(([runner]) => runner === 'vitest');

describe.each(vitests)('%s %s', (runner, version) => {
  beforeEach(() => {
    symlinkSync(fetchNodeRunner(runner, version), join(folder, 'node_modules'));
    write('package.json', JSON.stringify({ private: true, type: 'module' }));
    for (const place of ['t', 'pkg/t']) {
      write(`${place}/a.test.js`, `import { it } from 'vitest'; it('a', () => undefined);`);
    }
    write('pkg/vitest.config.js', `export default { test: { isolate: false } };`);
  });

  test('every project is measured, whatever it inherits', async () => {
    write('s.js', `globalThis.wasSetUp = true;`);
    write(
      'vitest.config.js',
      `export default { test: { projects: [
        { extends: true, test: { name: 'one', include: ['t/*.test.js'], setupFiles: ['./s.js'] } },
        { test: { name: 'two', include: ['t/*.test.js'], pool: 'threads' } },
        './pkg',
      ] } };`,
    );
    const { log, names, outcome, problems } = await run('vitest');
    expect(outcome.status, log).toBe('passed');
    expect(names).toEqual([
      'one > t/a.test.js > a',
      'pkg > t/a.test.js > a',
      'two > t/a.test.js > a',
    ]);
    expect(problems).toEqual([]);
  });

  atNight('each file of a project that shares its modules is measured', async () => {
    write('t/b.test.js', `import { it } from 'vitest'; it('b', () => undefined);`);
    write('vitest.config.js', `export default { test: { isolate: false, include: ['t/*'] } };`);
    const { log, names, outcome } = await run('vitest');
    expect(outcome.status, log).toBe('passed');
    expect(names).toEqual(['t/a.test.js > a', 't/b.test.js > b']);
  });

  atNight('tests that another runner runs fail the run', async () => {
    write(
      'runner.js',
      `export default class {
      constructor(config) { this.config = config; }
      async runTask(task) {}
      importFile(file) { return import(file); }
    }`,
    );
    write(
      'vitest.config.js',
      `export default { test: { runner: './runner.js', include: ['t/*'] } };`,
    );
    const { log, outcome } = await run('vitest');
    expect(outcome.status, log).toBe('failed');
  });

  atNight('tests in a browser are refused', async () => {
    write(
      'vitest.config.js',
      `const any = new Proxy(() => any, { get: (_, name) => (name === 'then' ? undefined : any) });
      const given = { plugins: [], config: () => ({}), resolveOptimizeDeps: () => ({}), then: undefined };
      const contribution = new Proxy(given, { get: (_, name) => (name in given ? given[name] : any) });
      export default { test: { include: ['t/*'], browser: { enabled: true, provider: { name: 'none', options: {}, providerFactory() {}, serverFactory: async () => contribution }, instances: [{ browser: 'chromium' }] } } };`,
    );
    const { log, outcome } = await run('vitest');
    expect(outcome.status, log).toBe('failed');
    expect(log).toContain('Perigee: vitest runs these test files in a browser');
  });
});

test.each([
  ['test.skip', 'failed'],
  ['test', 'passed'],
])('Jest that forces its exit ends a run of %s as it should', async (call, status) => {
  symlinkSync(fetchNodeRunner('jest', '30'), join(folder, 'node_modules'));
  write('jest.config.js', 'module.exports = { forceExit: true };');
  write('test/it.test.js', `${call}('it', () => undefined);`);
  const { log, outcome } = await run('jest');
  expect(outcome.status, log).toBe(status);
  expect(log.includes('jest ran no test case that passed')).toBe(status === 'failed');
});

atNight('test cases that a runner of the project itself runs in Jest fail the run', async () => {
  symlinkSync(fetchNodeRunner('jest', '30'), join(folder, 'node_modules'));
  write('a.test.js', `it('a', () => undefined);`);
  write(
    'runner.js',
    `module.exports = class {
      async runTests(tests, watcher, onStart, onResult) {
        for (const test of tests) {
          onStart(test);
          onResult(test, { numPassingTests: 2, numFailingTests: 0, numPendingTests: 0, numTodoTests: 0,
            perfStats: { start: 0, end: 1 }, snapshot: {}, skipped: false, testFilePath: test.path,
            testResults: [{ status: 'passed', title: 'a', ancestorTitles: [], fullName: 'a' }] });
        }
      }
    };`,
  );
  write('jest.config.js', `module.exports = { runner: './runner.js' };`);
  const { log, outcome } = await run('jest');
  expect(outcome.status, log).toBe('failed');
  expect(log).toContain('jest passed 2 test cases, and Perigee could measure 0');
});

describe.each(pytestVersions)('pytest %s', (version) => {
  beforeEach(() => symlinkSync(fetchPytest(version), join(folder, '.venv')));

  test.each([
    ['are all skipped', '@pytest.mark.skip\ndef test_a(): pass'],
    ['all skip themselves', 'def test_a(): pytest.skip("no disk")'],
    [
      'end before the last',
      'def test_a(): pass\ndef test_b(): pytest.exit("enough", returncode=0)',
    ],
  ])('a run whose tests %s is no run', async (_which, tests) => {
    write('test_it.py', `import pytest\n${tests}\n`);
    const { log, outcome } = await run('pytest');
    expect(outcome.status, log).toBe('failed');
    expect(log).toMatch(/Perigee: pytest (ran no test|ended before)/);
  });
});
