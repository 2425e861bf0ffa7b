import { spawnSync } from 'node:child_process';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commentOnPullRequest } from '../../action/src/comment-on-pull-request.ts';
import { environmentOfTests } from '../../action/src/open-job.ts';
import type { CiRun } from '../../action/src/github/ci-run.ts';
import { withoutCommands } from '../../action/src/job-log.ts';
import type { Trigger } from '../../action/src/trigger.ts';
import type { Verdict } from '../../src/contract/documents.ts';
import { verdicts } from '../report/fixtures/verdicts.ts';
import { makeFolder } from '../runner/stage/make-repository.ts';
import { refuse } from '../servers/github/answer.ts';
import { rememberLog } from './jobs/make-job.ts';
import { type FakeGithub, startFakeGithub } from './servers/fake-github.ts';

describe('comment on pull request', () => {
  const head = 'a'.repeat(40);

  interface Given extends Partial<Pick<CiRun, 'actor' | 'job' | 'workflow'>> {
    fork?: boolean;
    matrix?: string;
    verdict?: Verdict;
  }

  /** @param comment what the input of that name says */
  async function comment(
    github: FakeGithub,
    comment: 'auto' | 'always',
    { fork = false, verdict = verdicts['one-regression'], matrix = '', ...more }: Given = {},
  ) {
    const trigger: Trigger = {
      ...{ kind: 'pull-request', pullRequest: 7, fork, branch: 'change', targetBranch: 'main' },
      head: { commit: head, reference: 'refs/pull/7/head', label: 'change' },
      base: { kind: 'branch-point', branch: 'main' },
    };
    const ci: CiRun = {
      ...{ repository: { owner: 'acme', name: 'sync' }, runId: '812', attempt: 1 },
      ...{ apiUrl: github.url, url: 'https://github.com/acme/sync/actions/runs/812/attempts/1' },
      ...{ workspace: '/w', temporaryFolder: '/t', workflow: 'Performance', job: 'measure' },
      ...more,
    };
    const log = rememberLog();
    const inputs = { comment, config: 'perigee.yml', matrix, token: 'token' };
    const end = await commentOnPullRequest({ ci, inputs, log, trigger }, 'sync', verdict);
    return { end, said: log.said };
  }

  test('where no app is, the job comments and says where', async () => {
    const github = await startFakeGithub();
    const { end, said } = await comment(github, 'auto');
    expect(end).toEqual({ failed: false });
    expect(said).toEqual([`comment created: ${github.url}/comment-1`]);
    expect(github.comments[0]?.body).toContain('### ❌ ');
  });

  test('where the app has its check, it comments, and the job only if it always does', async () => {
    const github = await startFakeGithub();
    github.checks.push({ name: 'perigee', app: 'perigee-acme' });
    const { said } = await comment(github, 'auto');
    expect(said).toEqual(['the app perigee-acme comments on this pull request']);
    expect(github.comments).toEqual([]);
    await comment(github, 'always');
    expect(github.comments).toHaveLength(1);
  });

  test.each([
    ['job', { job: 'arm' }, { job: 'x64' }],
    ['workflow', { workflow: 'perf.yml' }, { workflow: 'nightly.yml' }],
    ['place in the matrix', { matrix: '{"node":22}' }, { matrix: '{"node":24}' }],
  ])(
    'the red verdict of one %s is not lost under the green one of another',
    async (_, red, green) => {
      const github = await startFakeGithub();
      const passed = { ...green, verdict: verdicts.clean };
      for (const given of [red, passed, red, passed]) await comment(github, 'auto', given);
      const [first = '', second = '', ...more] = github.comments.map(({ body }) => body);
      expect(more).toEqual([]);
      expect(first).toContain('takes 23.4% longer');
      expect(first.split('\n').at(-2)).toContain(`\`${Object.values(red)[0]}\``);
      expect(second).not.toContain('takes 23.4% longer');
    },
  );

  test('a pull request that has another target by now is told to push', async () => {
    const github = await startFakeGithub();
    github.targetBranch = 'stack-1';
    await comment(github, 'auto');
    const [, text] = github.comments[0]!.body.split('\n');
    expect(text).toContain('push, or close and reopen');
    expect(text).toContain('compares it with `main`; its target is `stack-1` now');
  });

  test.each([
    ['auto', false],
    ['always', true],
  ] as const)(
    'what a job of a fork may not write is noted; with %s the job fails: %s',
    async (input, failed) => {
      const github = await startFakeGithub();
      github.intercept = (method) =>
        method === 'POST' ? refuse(403, 'Resource not accessible by integration') : undefined;
      const { end, said } = await comment(github, input, { fork: true });
      expect(end.failed).toBe(failed);
      expect(end.note).toContain('a job of a fork may only read');
      expect(said.at(-1)).toBe(end.note);
      const updates = await comment(github, input, { actor: 'dependabot[bot]' });
      expect(updates.end.note).toContain('a job of Dependabot may only read');
    },
  );
});

describe('environment of tests', () => {
  test('the code of a pull request sees neither inputs nor keys nor the files that steer a job', () => {
    const environment = {
      PATH: '/usr/bin',
      CI: 'true',
      GITHUB_SHA: 'c'.repeat(40),
      DATABASE_URL: 'set by the workflow',
      INPUT_TOKEN: 'secret',
      'INPUT_KAFKA-SASL-PASSWORD': 'secret',
      STATE_isPost: 'true',
      ACTIONS_RUNTIME_TOKEN: 'secret',
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
      GITHUB_OUTPUT: '/outputs',
      GITHUB_ENV: '/env',
      GITHUB_PATH: '/path',
      GITHUB_STATE: '/state',
      GITHUB_STEP_SUMMARY: '/summary',
      UNSET: undefined,
    };
    expect(environmentOfTests(environment)).toEqual({
      PATH: '/usr/bin',
      CI: 'true',
      GITHUB_SHA: 'c'.repeat(40),
      DATABASE_URL: 'set by the workflow',
    });
  });
});

describe('job log', () => {
  /** The commands of a text as the runner finds them: line by line, first those with colons. */
  function findCommands(text: string): string[] {
    return text.split(/\r\n|\n|\r/).flatMap((line) => {
      // What .NET calls white space has one character more than what JavaScript does.
      const named =
        /^[\s\u0085]*::([a-z-]+)[^:]*::/.exec(line) ?? /##\[([a-z-]+)[^\]]*\]/.exec(line);
      return named?.[1] === undefined ? [] : [named[1]];
    });
  }

  test.each([
    ['::error::all is lost', ['error']],
    ['   ::add-mask::a', ['add-mask']],
    ['\u0085\u00a0\u2003::stop-commands::x', ['stop-commands']],
    ['upload\n::set-output name=verdict::passed', ['set-output']],
    ['upload\r::debug::x', ['debug']],
    ['##[error]all is lost', ['error']],
    ['  before upload ##[set-output name=verdict;]passed 0.2 s', ['set-output']],
    ['\u001b[2m  after  ##[add-mask]e\u001b[0m', ['add-mask']],
  ])('a name of a pull request gives the runner no command: %j', (text, commands) => {
    expect(findCommands(text)).toEqual(commands);
    expect(findCommands(withoutCommands(text))).toEqual([]);
  });

  test.each(['std::sort of 1,000', 'a # and a [bracket]', 'pair 3, about 2 minutes left'])(
    'what is no command stays as it is: %j',
    (text) => {
      expect(withoutCommands(text)).toBe(text);
    },
  );

  test('thousands of empty lines take steps in proportion to their number', () => {
    // Begun anew in each line, this would take hours.
    const blank = '\u0085\n \n'.repeat(500_000);
    expect(withoutCommands(`${blank}::debug::x`)).toBe(`${blank}: :debug::x`);
  });
});

describe('main', () => {
  const main = fileURLToPath(new URL('../../action/src/main.ts', import.meta.url));

  /** A step with the action, as a runner starts it: with an event that names no change. */
  function start(folder: string, eventFile?: string): { status: number | null; stdout: string } {
    return spawnSync(process.execPath, [main], {
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env['PATH'], GITHUB_WORKSPACE: folder, RUNNER_TEMP: folder },
        ...{ GITHUB_REPOSITORY: 'acme/sync', GITHUB_RUN_ID: '812', GITHUB_RUN_ATTEMPT: '1' },
        ...{
          GITHUB_EVENT_NAME: 'issues',
          GITHUB_SHA: 'c'.repeat(40),
          GITHUB_REF: 'refs/heads/main',
        },
        ...{ INPUT_SHARD: '1', 'INPUT_SHARD-TOTAL': '1' },
        GITHUB_EVENT_PATH: eventFile,
      },
    });
  }

  test('the job ends red, and says which event named no change', () => {
    const folder = makeFolder();
    const event = join(folder, 'event.json');
    writeFileSync(event, '{}');
    const { status, stdout } = start(folder, event);
    expect(stdout).toContain('::error::on: issues: an event that names no change to measure');
    expect(status).toBe(1);
  });

  test('an event that is not JSON, is too large or is not there is named by its file', () => {
    const folder = makeFolder();
    const event = join(folder, 'event.json');
    writeFileSync(event, '{"pull_request"');
    expect(start(folder, event).stdout).toContain(`::error::${event}: this is not JSON`);
    truncateSync(event, 25 * 2 ** 20 + 1);
    expect(start(folder, event).stdout).toContain(
      `::error::${event}: the file is larger than 25 MiB`,
    );
    const none = join(folder, 'none.json');
    expect(start(folder, none).stdout).toContain(`::error::${none}: it cannot be read`);
    expect(start(folder).stdout).toContain('::error::GITHUB_EVENT_PATH: it cannot be read');
  });
});
