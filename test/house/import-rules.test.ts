import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cruise, cruise, isModule, listMissed } from '../../scripts/checks/imports.ts';
import { root } from '../../scripts/checks/tracked-files.ts';
import rules from '../../.dependency-cruiser.mjs';

/** Each plants one import that its rule forbids: rule, the file, what it imports. */
const planted: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['contract-imports-nothing-of-ours', 'src/contract/a.ts', '../stats/mean.ts'],
  ['stats-imports-nothing-of-ours', 'src/stats/b.ts', '../contract/terms.ts'],
  ['stages-import-leaves-and-their-own-folder', 'src/runner/c.ts', '../verdict/judge.ts'],
  ['stages-import-leaves-and-their-own-folder', 'src/report/d.ts', '../aggregate/fold.ts'],
  ['nobody-imports-an-entry-point', 'src/suite/e.ts', '../cli/print.ts'],
  ['nobody-imports-an-entry-point', 'scripts/f.ts', '../src/cli/print.ts'],
  ['entry-points-do-not-import-each-other', 'src/service/g.ts', '../cli/print.ts'],
  ['entry-points-do-not-import-each-other', 'buildkite-plugin/src/oo.ts', '../../src/cli/print.ts'],
  [
    'pure-folders-touch-no-file-network-process-clock-or-dice',
    'src/verdict/h.ts',
    'node:child_process',
  ],
  ['pure-folders-touch-no-file-network-process-clock-or-dice', 'src/stats/i.ts', 'node:crypto'],
  ['pure-folders-touch-no-file-network-process-clock-or-dice', 'src/report/j.ts', 'node:fs'],
  ['pure-folders-touch-no-file-network-process-clock-or-dice', 'src/aggregate/k.ts', 'fs'],
  [
    'what-the-bot-decides-touches-no-file-network-process-clock-or-dice',
    'bot/src/reconcile/dd.ts',
    'node:fs',
  ],
  [
    'what-the-bot-decides-touches-no-file-network-process-clock-or-dice',
    'bot/src/commands/ee.ts',
    'node:timers/promises',
  ],
  [
    'the-program-does-not-import-its-tests-or-scripts',
    'bot/src/scheduler/ff.ts',
    '../../../test/fake.ts',
  ],
  ['no-cycles', 'src/runner/loop.ts', './pool.ts'],
  ['the-program-does-not-import-its-tests-or-scripts', 'src/profile/l.ts', '../../test/fake.ts'],
  ['the-program-imports-only-packages-that-are-named-here', 'src/suite/m.ts', 'oxfmt'],
  ['every-import-leads-somewhere', 'src/suite/n.ts', './gone.ts'],
  ['the-sdk-has-no-dependencies', 'src/profile/sdk.ts', './wire.ts'],
  ['only-one-place-imports-commander', 'src/suite/p.ts', 'commander'],
  ['only-one-place-imports-commander', 'src/cli/bot/cc.ts', 'commander'],
  ['only-one-place-imports-koffi', 'src/runner/q.ts', 'koffi'],
  ['only-one-place-imports-yaml', 'src/runner/s.ts', 'yaml'],
  ['only-entry-points-import-what-joins-stages', 'src/runner/t.ts', '../pipeline/judge.ts'],
  ['only-entry-points-import-what-joins-stages', 'src/store/dd.ts', '../settings/settings.ts'],
  ['the-pipeline-knows-nothing-of-the-service', 'src/pipeline/ee.ts', '../settings/settings.ts'],
  ['the-steps-of-a-job-know-no-ci', 'src/pipeline/job/nn.ts', '../buildkite/read.ts'],
  ['only-one-place-imports-kafkajs', 'src/runner/u.ts', 'kafkajs'],
  ['only-one-place-imports-fzstd', 'src/runner/u1.ts', 'fzstd'],
  ['only-one-place-imports-hysnappy', 'src/runner/u2.ts', 'hysnappy'],
  ['only-one-place-imports-lz4js', 'src/runner/u3.ts', 'lz4js'],
  ['only-one-place-imports-@influxdata', 'src/cli/dd.ts', '@influxdata/influxdb-client'],
  [
    'only-one-place-imports-@modelcontextprotocol',
    'src/cli/ddm.ts',
    '@modelcontextprotocol/sdk/types.js',
  ],
  ['the-gate-imports-leaves-and-the-verdict', 'src/gate/ff.ts', '../aggregate/fold.ts'],
  ['stages-import-leaves-and-their-own-folder', 'src/verdict/gg.ts', '../gate/decide.ts'],
  ['pure-folders-touch-no-file-network-process-clock-or-dice', 'src/gate/hh.ts', 'node:crypto'],
  ['leaves-import-the-contract-and-their-own-folder', 'src/async/z.ts', '../stats/mean.ts'],
  ['pure-stages-keep-nothing-and-log-nothing', 'src/gate/zz.ts', '../sqlite/open.ts'],
  ['only-one-place-imports-probot', 'bot/src/scheduler/aa.ts', 'probot'],
  ['only-one-place-imports-@octokit', 'bot/src/scheduler/bb.ts', '@octokit/types'],
  ['only-one-place-imports-octokit', 'bot/src/scheduler/mm.ts', 'octokit'],
  ['bot-change-imports-no-floor-above', 'bot/src/change/ii.ts', '../runs/list.ts'],
  ['bot-runs-imports-no-floor-above', 'bot/src/runs/jj.ts', '../reconcile/look.ts'],
  ['bot-ledger-imports-no-floor-above', 'bot/src/ledger/mm.ts', '../main-branch/issue.ts'],
  ['bot-left-out-imports-no-floor-above', 'bot/src/left-out/nn.ts', '../main-branch/issue.ts'],
  ['bot-main-branch-imports-no-floor-above', 'bot/src/main-branch/kk.ts', '../reconcile/look.ts'],
  ['bot-reconcile-imports-no-floor-above', 'bot/src/reconcile/ll.ts', '../commands/answer.ts'],
  ['only-one-place-imports-@actions/artifact', 'action/src/v.ts', '@actions/artifact'],
  ['only-one-place-imports-@actions/core', 'src/transport/w.ts', '@actions/core'],
  ['only-one-place-imports-@actions/github', 'action/src/x.ts', '@actions/github'],
];

/** Allowed, and what the planted imports point at. */
const sound: readonly (readonly [file: string, imports?: string])[] = [
  ['src/contract/terms.ts'],
  ['src/stats/mean.ts'],
  ['src/sqlite/open.ts'],
  ['src/verdict/judge.ts', '../contract/terms.ts'],
  ['src/aggregate/fold.ts', '../stats/mean.ts'],
  ['src/gate/decide.ts', '../verdict/judge.ts'],
  ['src/pipeline/judge.ts', '../verdict/judge.ts'],
  ['src/pipeline/buildkite/read.ts'],
  ['src/settings/settings.ts', '../pipeline/judge.ts'],
  ['src/cli/print.ts', '../pipeline/judge.ts'],
  ['src/report/page.ts', 'node:util'],
  ['bot/src/runs/list.ts'],
  ['bot/src/main-branch/issue.ts', '../runs/list.ts'],
  ['bot/src/reconcile/look.ts', '../main-branch/issue.ts'],
  ['bot/src/commands/answer.ts', '../reconcile/look.ts'],
  ['test/fake.ts', '../src/cli/print.ts'],
];

/** The other half of what is planted in two files. */
const accomplices: readonly (readonly [file: string, imports: string])[] = [
  ['src/runner/pool.ts', './loop.ts'],
  ['src/profile/wire.ts', 'commander'],
];

let folder = '';
let result: Cruise = { modules: [], violations: [] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-imports-'));
  for (const file of ['package.json', 'tsconfig.json'])
    cpSync(join(root, file), join(folder, file));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [file, imports] of [...sound, ...accomplices]) write(file, imports);
  for (const [, file, imports] of planted) write(file, imports);
  result = await cruise(folder);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test.each(planted)('%s: caught in %s', (rule, file) => {
  const caught = result.violations.filter((violation) => violation.from === file);
  expect(caught.map((violation) => violation.rule)).toContain(rule);
});

test('what is allowed is not caught', () => {
  const caught = new Set(result.violations.map(({ from }) => from));
  expect(sound.map(([file]) => file).filter((file) => caught.has(file))).toEqual([]);
});

describe('the rules', () => {
  test('are all planted against', () => {
    const names = rules.forbidden.map(({ name }) => name);
    expect([...new Set(planted.map(([rule]) => rule))].sort()).toEqual(names.sort());
  });

  test('each give a reason and stop the check', () => {
    for (const { comment, severity } of rules.forbidden) {
      expect(comment.length).toBeGreaterThan(30);
      expect(severity).toBe('error');
    }
  });
});

test('a cruise that reads no module does not pass for a clean one', () => {
  expect(listMissed(['src/a.ts', 'src/b.ts'], [])).toEqual(['src/a.ts', 'src/b.ts']);
  expect(listMissed([], [])).not.toEqual([]);
  expect(listMissed(['src/a.ts'], ['src/a.ts', 'src/b.ts'])).toEqual([]);
});

test('modules of every folder that the rules are about have to be read', () => {
  const modules = [
    'src/a.ts',
    'bot/src/scheduler/b.ts',
    'action/src/c.ts',
    'bench/d.ts',
    'bin/e.mjs',
  ];
  expect(modules.filter(isModule)).toEqual(modules);
  expect(['docs/a.ts', 'action/dist/b.mjs', 'src/report/page/c.css'].filter(isModule)).toEqual([]);
});

test('every module that was planted was read', () => {
  const files = [...sound, ...planted.map(([, file]) => [file] as const)].map(([file]) => file);
  expect(listMissed(files, result.modules)).toEqual([]);
});

function write(file: string, imports?: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  const line = imports === undefined ? '' : `import '${imports}';\n`;
  writeFileSync(join(folder, file), `${line}export const name = '${file}';\n`);
}
