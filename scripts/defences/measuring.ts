import { defend, type Defence } from './defence.ts';

const sides = ['test/runner/worktrees/watch-sides.test.ts'];
const state = ['test/runner/worktrees/state-directory.test.ts'];
const logs = ['test/runner/journal/run-logs.test.ts'];
const isolation = ['test/profile/launch/isolation.test.ts'];

/** What makes lies of measured code hard, and shows them. */
export const measuringDefences: readonly Defence[] = [
  ...defend(
    'src/aggregate/choose-clock.ts',
    ['test/aggregate/choose-clock.test.ts'],
    [
      [
        'a clock that runs slower on one side',
        'return `its clock left out ${inMs(excess)} more on the ${slow} side than on the ${other} side`;',
        '',
      ],
      ['a clock that stands still on both sides', 'smallest > latencyNs * missing.share', 'false'],
      [
        'a few honest executions that hide the others',
        'Math.floor((large.length - 4) / 3)',
        '0 * large.length',
      ],
      [
        'one delayed execution of the honest side that hides all others',
        'Math.floor((small.length - 4) / 4)',
        '0 * small.length',
      ],
      [
        'one side alone by another clock',
        'if (observedNs === undefined || !replaced',
        "if (profile.side === 'before' || observedNs === undefined || !replaced",
      ],
    ],
  ),
  ...defend(
    'src/profile/spans/span-table.ts',
    ['test/profile/spans-clock.test.ts'],
    [
      [
        'a latency that is longer than the time that passed',
        'refuseLatency(message.latencyNs, observedNs) ??',
        '',
      ],
    ],
  ),
  ...defend('src/runner/worktrees/watch-sides.ts', sides, [
    [
      'a test that writes into the checkout of the other side',
      'this.#others[otherOf(side)].push({ fromMs, toMs, doing });',
      '',
    ],
    [
      'a file that gets its old times back',
      ': findInterval(facts.ctimeMs, this.#others[side]);',
      ': findInterval(facts.mtimeMs, this.#others[side]);',
    ],
    ['a file of the commit that gets a second name', ' && !this.#tracked[side].has(name)', ''],
    [
      'a file of the commit that is taken away',
      'this.#note(side, name, seen.get(findFolder(name, seen)));',
      '',
    ],
    ['a setup that is written over by the next one', 'this.#look(otherOf(side));', ''],
    [
      'a setup that writes into the other checkout',
      "problems.push(tell(side, otherSideChanged, 'was set up', 'files', inSetup));",
      '',
    ],
    [
      'a disk whose time tells nothing',
      "if (!this.#canTell) return [{ code: 'sides-not-watched', message: blind }];",
      '',
    ],
  ]),
  ...defend(
    'src/runner/execute-test.ts',
    [...sides, ...state],
    [
      ['a test that sees the other side', 'return [...others, ...kept];', 'return kept;'],
      [
        'a directory of a test that leads out of its checkout',
        'leadsOut(checkout, directory)\n',
        "directory === ''\n",
      ],
    ],
  ),
  ...defend(
    'src/runner/worktrees/compare-with-commits.ts',
    ['test/runner/worktrees/compare-with-commits.test.ts'],
    [
      [
        'a setup that brings the code of the other side',
        'if (exchanged.length > 0 && exchanged.length === between.size) throw refuse(setUp, side, other);',
        '',
      ],
      [
        'a setup that brings a part of it',
        "...tell(filesOfOtherSide, side, exchanged, 'setup put files of the other side in the place of'),",
        '',
      ],
      [
        'a setup that changes files of the commit',
        "...tell('setup-changed-files', side, rest, 'setup changed files of the commit:'),",
        '',
      ],
      [
        'an index that is told to look away',
        "const at = ['--git-dir', resolve(repository.root, common), '--work-tree', checkouts[side]];\n  const git = (...args: string[]) =>\n    repository.git([...at, ...args], { GIT_INDEX_FILE: index, GIT_OPTIONAL_LOCKS: '1' });",
        "const at = ['-C', checkouts[side]];\n  const git = (...args: string[]) => repository.git([...at, ...args]);",
      ],
    ],
  ),
  ...defend('src/profile/launch/isolation.ts', isolation, [
    [
      'a test that reaches the other side',
      '"$mount" -t tmpfs -o ro,size=4k,mode=755 perigee "$1" || { echo visible >&3; exit 125; }',
      ':',
    ],
    ['a test that writes in the place of the other side', '-o ro,size=4k', '-o size=4k'],
    [
      'a test that takes away what hides the other side',
      'return [...enter, ...hide, ...leave, ...command];',
      'return [...enter, ...hide, ...command];',
    ],
    [
      'a host that cannot hide anything, with `strict`',
      "if (choice === 'auto') return undefined;",
      "if (choice !== 'off') return undefined;",
    ],
  ]),
  ...defend(
    'src/profile/launch/launcher.ts',
    [...isolation, ...state],
    [
      [
        'a test that nothing is hidden from',
        'const isolated = isolation === undefined ? launcher : isolate(isolation, hidden, launcher);',
        'const isolated = isolation === undefined ? launcher : isolate(isolation, hidden.slice(9), launcher);',
      ],
    ],
  ),
  ...defend(
    'src/runner/setup/hide-keys.ts',
    ['test/runner/setup/hide-keys.test.ts'],
    [
      [
        'a key in the memory of the parent of a test',
        'writeSync(memory, Buffer.alloc(end - equals - 1), 0, end - equals - 1, start + equals + 1);',
        '',
      ],
      ['an identity of the job in the hands of a test', '|ID_TOKEN_REQUEST', ''],
    ],
  ),
  ...defend(
    'src/cli/with-measuring.ts',
    ['test/cli/keys-of-the-job.test.ts'],
    [
      [
        'a command line that shows its keys to tests',
        'hideFromOthers(process.env, isKeyOfJob);',
        '',
      ],
    ],
  ),
  ...defend(
    'src/suite/keep-thresholds.ts',
    ['test/steps/job/read-suite.test.ts'],
    [['a change that stops programs of the runner', 'host: old.host,', '']],
  ),
  ...defend(
    'src/steps/job/read-suite.ts',
    ['test/steps/job/read-suite.test.ts'],
    [
      [
        'a first perigee.yml that stops programs of the runner',
        'return { ...withoutHost, base:',
        'return { ...asItIs, base:',
      ],
    ],
  ),
  ...defend(
    'src/runner/host/host-changes.ts',
    ['test/runner/host/change-journal.test.ts'],
    [['a forged journal', ' && writable.test(path)', '']],
  ),
  ...defend(
    'src/runner/setup/environment.ts',
    ['test/runner/setup/hide-keys.test.ts'],
    [['a key in the environment of a test', ' || isKeyOfJob(name)', '']],
  ),
  ...defend(
    'src/profile/launch/end-tree.ts',
    ['test/profile/run-execution.test.ts'],
    [
      ['a process that stays', "send(asked, 'SIGTERM');", 'return asked;'],
      ['a process that ignores SIGTERM', "send(left, 'SIGKILL');", ''],
    ],
  ),
  ...defend('src/runner/worktrees/state-directory.ts', state, [
    [
      'a link in the place of a folder of Perigee',
      'if (facts.isSymbolicLink()) throw explainLink(relative(root, place));',
      '',
    ],
    ['a run that came with a commit', 'await refuseTracked(repository);', ''],
    ['a file with a second name that is written through', 'await rm(ignore, { force: true });', ''],
  ]),
  ...defend('src/runner/journal/write-whole.ts', state, [
    [
      'a link in the place of the record',
      "await writeFile(part, text, { flag: 'wx' });\n    await rename(part, file);",
      'await writeFile(file, text);',
    ],
  ]),
  ...defend(
    'src/runner/journal/growing-log.ts',
    [...logs, ...state],
    [
      [
        'a log that fills the disk while it grows',
        'setInterval(() => this.#cut(), watchMs)',
        'setInterval(() => undefined, watchMs)',
      ],
      [
        'a log that is written in one go',
        'if (written <= headBytes + tailBytes && this.#isAtItsPlace()) {',
        'if (this.#isAtItsPlace()) {',
      ],
      ['a link in the place of a log', ' && this.#isAtItsPlace()) {', ') {'],
    ],
  ),
  ...defend(
    'src/runner/journal/run-logs.ts',
    [...logs, ...state],
    [
      [
        'a run of any number of logs',
        'Math.floor((runBytes - usedBytes) / 64)',
        'Math.floor((runBytes - 0 * usedBytes) / 64)',
      ],
      ['logs that are counted nowhere', 'this.#usedBytes += bytes;', ''],
      ['a link in the place of the folder of logs', 'refuseLinks(this.#root, dirname(file));', ''],
    ],
  ),
];
