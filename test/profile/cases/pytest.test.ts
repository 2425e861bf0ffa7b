/** What tests do to the process that pytest runs them in. */
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { startCases } from '../../../src/runner/start-cases.ts';
import { fetchPytest, pytestVersions } from '../../servers/test-runners.ts';
import { executeHere, findSpan, root } from '../execute-here.ts';
import { makeFolder } from '../../make-folder.ts';

describe.each(pytestVersions)('pytest %s', (version) => {
  let folder: string;
  beforeEach(() => {
    folder = makeFolder();
    symlinkSync(fetchPytest(version), join(folder, '.venv'));
  });

  async function run(...lines: string[]) {
    writeFileSync(join(folder, 'test_it.py'), `${lines.join('\n')}\n`);
    const command = startCases(
      { runner: 'pytest', pattern: '**' },
      { home: root, directory: folder },
    );
    return executeHere(0, command, { directory: folder });
  }

  test('an asynchronous test of unittest finds its span', async () => {
    const execution = await run(
      'import asyncio, unittest',
      'from perigee import annotate, profile, record',
      'class TestIt(unittest.IsolatedAsyncioTestCase):',
      '  async def test_a(self):',
      '    await asyncio.sleep(0.01)',
      '    annotate("size", 1)',
      '    record("n", 2)',
      '    with profile("inner"): pass',
    );
    expect(execution.outcome.status, execution.log).toBe('passed');
    const span = findSpan(execution, 'test_it.py::TestIt::test_a');
    expect(span).toMatchObject({ annotations: { size: 1 }, values: { n: 2 } });
    expect(findSpan(execution, 'inner').parent).toBe(span.span);
  });

  test('tests of unittest that fail or skip themselves have no span', async () => {
    const { log, outcome, problems, spans } = await run(
      'import unittest',
      'class TestIt(unittest.TestCase):',
      '  def test_fails(self): self.fail()',
      '  def test_skips(self): self.skipTest("no disk")',
      '  def test_works(self): pass',
    );
    expect(outcome.status, log).toBe('failed');
    expect(spans.map(({ span }) => span)).toEqual(['test_it.py::TestIt::test_works', 'whole test']);
    expect(problems.map(({ code }) => code)).toEqual(['span-failed', 'span-failed']);
  });

  test('a test that fakes every clock of the module time is measured by the true one', async () => {
    const execution = await run(
      'import socket, time',
      'used = time.process_time',
      'def test_frozen(monkeypatch):',
      '  for name in dir(time):',
      '    if name.endswith("_ns") or name in ("time", "monotonic", "perf_counter", "clock_gettime"):',
      '      monkeypatch.setattr(time, name, lambda *_: 0)',
      '  monkeypatch.setattr(socket, "socket", None)',
      '  end = used() + 0.05',
      '  while used() < end: pass',
    );
    expect(execution.outcome.status, execution.log).toBe('passed');
    const { values } = findSpan(execution, 'test_it.py::test_frozen');
    expect(values['latency']).toBeGreaterThan(25e6);
  });
});
