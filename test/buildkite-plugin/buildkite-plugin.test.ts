import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseTurn, type Hook, parseHook } from '../../buildkite-plugin/src/choose-turn.ts';
import { environmentOfTests } from '../../buildkite-plugin/src/environment-of-tests.ts';
import { openJobLog, withoutMarks } from '../../buildkite-plugin/src/job-log.ts';
import { cleanEnvironment, makeFolder } from '../runner/stage/make-repository.ts';
import {
  isAllowed,
  listBlocks,
  listOptions,
  listUses,
  plugin,
  readPipeline,
} from './read-plugin.ts';

describe('choose turn', () => {
  type Case = [hook: Hook, when: 'after' | 'before', command: string, status: string, kind: string];

  test.each<Case>([
    ['pre-command', 'after', 'make', '', 'passes'],
    ['pre-command', 'before', 'make', '', 'works'],
    ['pre-command', 'before', '', '', 'passes'],
    ['command', 'after', '', '', 'works'],
    ['command', 'before', ' \n', '', 'works'],
    ['command', 'after', 'make', '', 'passes'],
    ['post-command', 'after', 'make', '0', 'works'],
    ['post-command', 'after', 'make', '1', 'passes'],
    ['post-command', 'after', 'make', '-1', 'passes'],
    ['post-command', 'after', 'make', '', 'passes'],
    ['post-command', 'before', 'make', '0', 'passes'],
    ['post-command', 'after', '', '0', 'passes'],
  ])('%s, when: %s, command %j that ended with %j: %s', (hook, when, command, status, kind) => {
    const environment = { BUILDKITE_COMMAND: command, BUILDKITE_COMMAND_EXIT_STATUS: status };
    expect(chooseTurn(hook, { when }, environment).kind).toBe(kind);
  });

  test('each step has exactly one hook that works, unless its command failed', () => {
    for (const when of ['after', 'before'] as const) {
      for (const command of ['', 'make']) {
        const environment = { BUILDKITE_COMMAND: command, BUILDKITE_COMMAND_EXIT_STATUS: '0' };
        const turns = (['pre-command', 'command', 'post-command'] as const).map(
          (hook) => chooseTurn(hook, { when }, environment).kind,
        );
        expect(turns.filter((kind) => kind === 'works')).toHaveLength(1);
      }
    }
  });

  test('after a command that failed, why nothing is measured is said', () => {
    const environment = { BUILDKITE_COMMAND: 'make', BUILDKITE_COMMAND_EXIT_STATUS: '2' };
    const turn = chooseTurn('post-command', { when: 'after' }, environment);
    expect(turn).toEqual({
      kind: 'passes',
      why: 'Perigee does nothing, because the command of this step ended with 2',
    });
  });

  test.each([[[]], [['environment']], [['command', 'x']]])('arguments %j are refused', (args) => {
    expect(() => parseHook(args)).toThrow(/name of a hook: pre-command, command, post-command/);
  });
});

describe('environment of tests', () => {
  test('the code of a pull request sees neither the keys of the agent nor the options of the plugin', () => {
    const seen = {
      PATH: '/usr/bin',
      BUILDKITE_COMMIT: 'c'.repeat(40),
      DATABASE_URL: 'set by the pipeline',
    };
    const environment = {
      ...seen,
      BUILDKITE_AGENT_ACCESS_TOKEN: 'secret',
      BUILDKITE_AGENT_JOB_API_TOKEN: 'secret',
      BUILDKITE_PLUGINS: '[]',
      BUILDKITE_PLUGIN_CONFIGURATION: '{}',
      BUILDKITE_PLUGIN_PERIGEE_MODE: 'run',
      KAFKA_PASSWORD: 'secret',
      UNSET: undefined,
    };
    expect(environmentOfTests(environment, { passwordVariable: 'KAFKA_PASSWORD' })).toEqual(seen);
  });
});

describe('job log', () => {
  test('a group is a line that Buildkite folds under, and names open none', async () => {
    let text = '';
    const write = (more: string): void => {
      text += more;
    };
    const log = openJobLog(write);
    await log.group('Measure 2 tests', async () => log.say('+++ a test of this name'));
    log.warn('slow');
    log.annotate({
      ...{ level: 'error', title: 'Regressed', message: 'upload is slower' },
      ...{ file: 'perigee.yml', startLine: 7 },
    });
    log.openGroup('Perigee could not go on');
    expect(text).toBe(
      [
        '--- Measure 2 tests',
        ' +++ a test of this name',
        '\u001b[33mwarning: slow\u001b[0m',
        'perigee.yml:7: error: upload is slower',
        '+++ Perigee could not go on',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['a\n--- b', 'a\n --- b'],
    ['^^^ +++', ' ^^^ +++'],
    ['~~~ c', ' ~~~ c'],
    ['\u0007+++ d', ' +++ d'],
    ['\u001b[31m+++ e', '\u001b[31m +++ e'],
    ["\u001b]1338;url='https://example.com'\u0007x", "]1338;url='https://example.com'x"],
    ['\u001b[2Jgone\r', '[2Jgone'],
    ['\u001b[31mred\u001b[0m\tstays\n', '\u001b[31mred\u001b[0m\tstays\n'],
  ])('%j is shown as %j', (text, shown) => {
    expect(withoutMarks(text)).toBe(shown);
  });
});

describe('main', () => {
  const noOptions = { BUILDKITE_PLUGIN_CONFIGURATION: 'null' };

  /** The program as a hook calls it, from its sources. */
  function call(hook: string, environment: Record<string, string>) {
    const main = join(import.meta.dirname, '../../buildkite-plugin/src/main.ts');
    return spawnSync(process.execPath, ['--no-warnings', main, hook], {
      encoding: 'utf8',
      env: { ...cleanEnvironment, BUILDKITE_BIN_PATH: makeFolder(), ...environment },
      cwd: makeFolder(),
    });
  }

  test('wrong options end with 2 before the step has run', () => {
    const options = JSON.stringify({ repeat: 5 });
    const { status, stdout } = call('pre-command', { BUILDKITE_PLUGIN_CONFIGURATION: options });
    expect(status).toBe(2);
    expect(stdout).toMatch(/^\+\+\+ Perigee could not go on\n/);
    expect(stdout).toContain('did you mean "repeats"?');
  });

  test('a hook whose turn it is not ends with 0 and without a word', () => {
    const { status, stdout } = call('pre-command', { ...noOptions, BUILDKITE_COMMAND: 'make' });
    expect([status, stdout]).toEqual([0, '']);
  });

  test('after a command that failed nothing is measured, and the job keeps the status of its command', () => {
    const environment = {
      ...noOptions,
      ...{ BUILDKITE_COMMAND: 'make', BUILDKITE_COMMAND_EXIT_STATUS: '7' },
    };
    const { status, stdout } = call('post-command', environment);
    expect(status).toBe(0);
    expect(stdout).toContain('the command of this step ended with 7');
  });
});

describe('plugin linter', () => {
  /** What Buildkite's own linter asks of a plugin, which is no package that could be installed here. */
  const read = (path: string): string =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

  const id = 'owner/perigee';
  const pages = ['buildkite-plugin/README.md', 'docs/buildkite.md', 'docs/buildkite-bot.md'];

  /** The pipelines that a page shows. */
  const listPipelines = (page: string): string[] =>
    listBlocks(read(page)).filter((text) => /^steps:/m.test(text));

  test('plugin.yml has what the linter asks for', () => {
    expect(Object.keys(plugin)).toEqual(
      expect.arrayContaining(['name', 'description', 'author', 'requirements', 'configuration']),
    );
    for (const key of ['name', 'description', 'author']) expect(plugin[key]).toMatch(/^\S/);
    expect(plugin['requirements']).toEqual(['bash', 'git']);
    expect(plugin.configuration).toMatchObject({ additionalProperties: false });
  });

  test('every option is described, also below another one', () => {
    const options = listOptions();
    expect(options.length).toBeGreaterThan(15);
    for (const [name, { description }] of options) expect(description, name).toMatch(/^\S.*\.$/);
  });

  test.each(pages)('%s has examples, each with options that plugin.yml allows', (page) => {
    const uses = listPipelines(page).flatMap((text) => listUses(readPipeline(text)));
    expect(uses.length).toBeGreaterThan(0);
    for (const [reference] of uses) expect(reference).toMatch(new RegExp(`^${id}#v.+$`));
  });

  test('the examples name the version that there is', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const uses = pages.flatMap(listPipelines).flatMap((text) => listUses(readPipeline(text)));
    expect(new Set(uses.map(([reference]) => reference))).toEqual(new Set([`${id}#v${version}`]));
  });

  test.each([
    ['an option that there is not', { shard: 1 }],
    ['a password in the pipeline', { kafka: { brokers: ['b:9092'], 'sasl-password': 'x' } }],
    ['a mode that there is not', { mode: 'measure' }],
    ['no brokers for Kafka', { kafka: { topic: 'builds' } }],
  ])('plugin.yml refuses %s', (_title, options) => {
    expect(isAllowed(options)).toBe(false);
  });
});
