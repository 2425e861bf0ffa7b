import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readResults } from '../../../src/adapters/read-results.ts';
import { startCases } from '../../../src/runner/start-cases.ts';
import { executeHere, readIfThere, root } from '../execute-here.ts';
import { makeFolder } from '../../make-folder.ts';

const hasGo = spawnSync('go', ['version']).status === 0;

describe.skipIf(!hasGo)('go test', () => {
  let folder: string;
  beforeEach(() => (folder = makeFolder()));

  const write = (file: string, ...lines: string[]): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  };
  const run = (...command: string[]) => {
    const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? folder };
    return executeHere(0, command, { directory: folder, environment });
  };

  test('how long each test took, as it says itself', async () => {
    write('go.mod', 'module example.org/words', '', 'go 1.20');
    const go = (name: string): string =>
      `package e2e\n\nimport "testing"\n\nfunc ${name}(t *testing.T) { t.Run("small", func(*testing.T) {}) }`;
    write('e2e/upload_test.go', go('TestUpload'));
    write('unit/words_test.go', go('TestWords'));
    const chosen = { runner: 'go', pattern: 'e2e/**' } as const;
    const { outcome, log } = await run(...startCases(chosen, { home: root, directory: folder }));
    expect(outcome.status, log).toBe('passed');
    const text = readIfThere(join(folder, '.perigee-go-test.json'));
    expect(readResults(text, 'go-test')).toMatchObject({
      spans: [
        { span: 'example.org/words/e2e > TestUpload/small' },
        { span: 'example.org/words/e2e > TestUpload' },
      ],
    });
  });

  test('is never served from its cache when it marks spans or records numbers', async () => {
    write(
      'go.mod',
      ...['module example.org/words', 'go 1.20', 'require github.com/owner/perigee/sdk/go v0.0.0'],
      `replace github.com/owner/perigee/sdk/go => ${root}sdk/go`,
    );
    const marks = (name: string, body: string): void =>
      write(
        `${name}/it_test.go`,
        ...[`package ${name}`, 'import ("context"; "testing"'],
        ...['perigee "github.com/owner/perigee/sdk/go")', 'var ctx = context.Background()'],
        ...['func nothing(context.Context) error { return nil }', body],
      );
    marks('marked', 'func TestIt(*testing.T) { perigee.Profile(ctx, "marked", nothing) }');
    // What runs before the tests is not seen by Go; the marks of the tests have to be.
    marks(
      'early',
      'func TestMain(m *testing.M) { perigee.Profile(ctx, "setup", nothing); m.Run() }\nfunc TestIt(*testing.T) { perigee.Profile(ctx, "early", nothing) }',
    );
    marks('numbers', 'func TestIt(*testing.T) { perigee.Record(ctx, "words", 1) }');
    for (const repeat of [1, 2]) {
      const { log, outcome, spans } = await run('go', 'test', '-p=1', './...');
      expect(outcome.status, log).toBe('passed');
      const names = spans.map(({ span }) => span);
      expect([repeat, ...names.sort()]).toEqual([repeat, 'early', 'marked', 'setup', 'whole test']);
      expect(spans.find(({ span }) => span === 'whole test')?.values).toMatchObject({ words: 1 });
    }
  });

  test('a span in a bubble of testing/synctest is measured by the true clock', async () => {
    write(
      'go.mod',
      ...['module example.org/words', 'go 1.25', 'require github.com/owner/perigee/sdk/go v0.0.0'],
      `replace github.com/owner/perigee/sdk/go => ${root}sdk/go`,
    );
    write(
      'it_test.go',
      ...['package words', 'import ("context"; "syscall"; "testing"; "testing/synctest"'],
      'perigee "github.com/owner/perigee/sdk/go")',
      'func used() int64 { var u syscall.Rusage; syscall.Getrusage(0, &u); return u.Utime.Nano() + u.Stime.Nano() }',
      'func busy(context.Context) error { for end := used() + 50_000_000; used() < end; {}; return nil }',
      'func TestIt(t *testing.T) { synctest.Test(t, func(t *testing.T) { perigee.Profile(context.Background(), "bubble", busy) }) }',
    );
    const { log, outcome, spans } = await run('go', 'test', './...');
    expect(outcome.status, log).toBe('passed');
    const bubble = spans.find(({ span }) => span === 'bubble');
    expect(bubble?.values['latency']).toBeGreaterThan(25e6);
  });

  test('that was served from its cache has no results', async () => {
    write('go.mod', 'module example.org/words', '', 'go 1.20');
    write('e2e/it_test.go', 'package e2e', 'import "testing"', 'func TestIt(*testing.T) {}');
    await run('go', 'test', '-json', './...');
    const { log } = await run('go', 'test', '-json', './...');
    expect(readResults(log, 'go-test')).toEqual({
      fault: expect.stringMatching(
        /^line \d+: example\.org\/words\/e2e was not run: go test took .* add -count=1$/,
      ) as string,
    });
  });
});
