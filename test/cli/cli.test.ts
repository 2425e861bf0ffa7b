import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseExit, writeClosingLines } from '../../src/cli/conclude-run.ts';
import type { RunRecord } from '../../src/contract/documents.ts';
import type { Judged } from '../../src/pipeline/judge-records.ts';
import { listenForStop } from '../../src/cli/listen-for-stop.ts';
import { describeUncommitted } from '../../src/cli/warn-of-uncommitted.ts';
import { terminalOptions } from '../../src/cli/terminal-options.ts';
import { findRoot, findSuiteFile } from '../../src/cli/workplace.ts';
import { makeRepository, type UserRepository } from './repository.ts';

describe('clean', () => {
  let repository: UserRepository;
  let runs: string;
  beforeEach(() => {
    repository = makeRepository();
    runs = join(repository.root, '.perigee', 'runs');
    for (let day = 1; day <= 8; day += 1) {
      const folder = join(runs, `2026010${day}-120000-0000000a`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'run.json'), 'x'.repeat(100_000));
      const at = new Date(Date.UTC(2026, 0, day));
      utimesSync(folder, at, at);
    }
  });

  test('clean keeps the newest five, and says first what it would delete', async () => {
    const dry = await repository.perigee('clean', '--dry-run');
    expect(dry.stdout).toContain('would delete .perigee/runs/20260103-120000-0000000a (run, ');
    expect(dry.stdout).toMatch(/\nwould free \S+ \w+; the newest 5 runs stay\n$/);
    expect(readdirSync(runs)).toHaveLength(8);
    const { exitCode, stdout } = await repository.perigee('clean');
    expect(stdout).toContain('delete .perigee/runs/20260101-120000-0000000a');
    expect(exitCode).toBe(0);
    expect(readdirSync(runs).sort()[0]).toBe('20260104-120000-0000000a');
    expect((await repository.perigee('clean')).stdout).toBe(
      'nothing to delete: the newest 5 runs stay\n',
    );
  });
});

describe('conclude run', () => {
  const run = { id: 'r1', root: '/home/me/my work', program: 'npx perigee' };

  test('inside the repository the commands stand as they are, and paths from there', () => {
    const lines = writeClosingLines({ ...run, directory: '/home/me/my work/src' }).split('\n');
    expect(lines).toEqual([
      "Page:  '/home/me/my work/.perigee/runs/r1/report.html'",
      'Again: npx perigee report r1',
      'Logs:  ../.perigee/runs/r1/logs',
      '',
    ]);
  });

  test('elsewhere the commands enter the repository first', () => {
    const lines = writeClosingLines({
      ...run,
      directory: '/home/me',
      goOn: 'npx perigee run --resume r1',
    });
    expect(lines).toContain("Again: cd '/home/me/my work' && npx perigee report r1\n");
    expect(lines).toContain("Go on: cd '/home/me/my work' && npx perigee run --resume r1\n");
    expect(lines).toContain("Logs:  '/home/me/my work/.perigee/runs/r1/logs'\n");
  });

  test('a run that is red for several commits names the command that finds the one', () => {
    const lines = writeClosingLines({
      ...run,
      directory: '/home/me/my work',
      search: { command: 'npx perigee bisect v1 main', commits: 12 },
    });
    expect(lines).toContain(
      'Since: npx perigee bisect v1 main   # which of these 12 commits\nLogs: ',
    );
  });

  // What the verdict says, what else is known, what a run may fail for, and the code that it ends with.
  test.each([
    [4, {}, undefined, 4],
    [4, {}, 'undecided', 4],
    [4, {}, 'regressed', 0],
    [4, {}, 'never', 0],
    [1, {}, 'regressed', 1],
    [1, {}, 'never', 0],
    [3, {}, 'regressed', 3],
    [3, { status: 'interrupted' }, 'never', 3],
    [0, { held: 'the suite changed' }, undefined, 4],
    [0, { held: 'the suite changed' }, 'never', 0],
    [0, { orphans: 1 }, undefined, 2],
    [0, { orphans: 1 }, 'never', 0],
    [0, { orphans: 1, isSelection: true }, undefined, 0],
  ] as const)('%d with %j and --fail-on %s ends as %d', (exitCode, known, failOn, ends) => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { status, isSelection, ...told } = {
      ...{ status: 'complete', isSelection: false, orphans: 0 },
      ...known,
    };
    const judged = { exitCode, ...told } as Judged;
    expect(chooseExit(judged, [{ status } as RunRecord], { failOn, isSelection })).toBe(ends);
    vi.restoreAllMocks();
  });

  test('a folder whose name begins with two dots is inside all the same', () => {
    const lines = writeClosingLines({ ...run, directory: '/home/me/my work/..cache' });
    expect(lines).toContain('Again: npx perigee report r1\n');
  });
});

describe('listen for stop', () => {
  let stop: ReturnType<typeof listenForStop>;
  const exit = vi.fn<(code?: number | string | null) => never>();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    vi.spyOn(process, 'exit').mockImplementation(exit);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    stop = listenForStop();
  });
  afterEach(() => {
    stop.end();
    exit.mockReset();
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s stops the run and keeps what there is',
    (signal) => {
      process.emit(signal);
      expect(stop.signal.aborted).toBe(true);
      expect(exit).not.toHaveBeenCalled();
    },
  );

  test('one Ctrl-C that comes twice, from the terminal and handed on, is one', () => {
    process.emit('SIGINT');
    vi.advanceTimersByTime(199);
    process.emit('SIGINT');
    expect(exit).not.toHaveBeenCalled();
  });

  test('a second Ctrl-C leaves at once', () => {
    process.emit('SIGINT');
    vi.advanceTimersByTime(200);
    process.emit('SIGINT');
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
  });

  test('once ended it does not listen any more', () => {
    stop.end();
    process.emit('SIGINT');
    expect(stop.signal.aborted).toBe(false);
  });
});

describe('tell uncommitted', () => {
  let repository: UserRepository;
  beforeEach(() => {
    repository = makeRepository();
    repository.write('perigee.yml', 'a');
    repository.write('work.sh', 'a');
    repository.commit('Start');
  });

  const tell = (): string | undefined =>
    describeUncommitted(repository.root, join(repository.root, 'perigee.yml'), 'npx perigee');

  test('where everything is committed nothing is said', () => {
    expect(tell()).toBeUndefined();
  });

  test('changed and new files are counted, with the command that measures them', () => {
    repository.write('work.sh', 'b');
    expect(tell()).toBe('1 uncommitted file is not measured; `npx perigee patch` measures it');
    repository.write('new.mjs', 'b');
    expect(tell()).toBe('2 uncommitted files are not measured; `npx perigee patch` measures them');
  });

  test('a perigee.yml that is not committed is told to be the one that is used', () => {
    repository.write('perigee.yml', 'b');
    expect(tell()).toMatch(/measures it; of perigee\.yml the uncommitted version is used$/);
  });
});

describe('terminal options', () => {
  const terminal = { isTTY: true, columns: 72 };
  /** What Node leaves of a stream that is no terminal. */
  const pipe = { isTTY: false, columns: 0 };

  test.each([
    ['a terminal', terminal, {}, true],
    ['a pipe', pipe, {}, false],
    ['NO_COLOR on a terminal', terminal, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR, which says nothing', terminal, { NO_COLOR: '' }, true],
    ['FORCE_COLOR into a pipe', pipe, { FORCE_COLOR: '1' }, true],
    ['FORCE_COLOR=0 into a pipe', pipe, { FORCE_COLOR: '0' }, false],
    ['both: NO_COLOR wins', terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ])('%s', (_, stream, environment, colour) => {
    expect(terminalOptions(stream, environment).colour).toBe(colour);
  });

  test('a report is as wide as its terminal, and has a width of its own in a pipe', () => {
    expect(terminalOptions(terminal, {}).columns).toBe(72);
    expect(terminalOptions(pipe, {}).columns).toBe(100);
  });
});

describe('workplace', () => {
  let repository: UserRepository;
  beforeEach(() => (repository = makeRepository()));
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test('a checkout of another user, as containers have it, is told as such, with the folder to trust', () => {
    const folder = join(repository.root, 'bench');
    mkdirSync(folder);
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
    expect(() => findRoot(folder)).toThrow(`safe.directory ${JSON.stringify(repository.root)}`);
  });

  test('a folder outside any repository is told as such', () => {
    expect(() => findRoot('/')).toThrow(/is not inside a git repository/);
  });

  test('a suite that is a link to a file outside the repository is not read', () => {
    symlinkSync('/etc/passwd', join(repository.root, 'perigee.yml'));
    expect(() => findSuiteFile(repository.root, undefined)).toThrow(
      'perigee.yml: this is a link to a file outside the repository',
    );
  });

  test('a suite that is a link within the repository is read', () => {
    repository.write('suite.yml', 'version: 1');
    symlinkSync('suite.yml', join(repository.root, 'perigee.yml'));
    expect(findSuiteFile(repository.root, undefined)).toBe(join(repository.root, 'perigee.yml'));
  });
});
