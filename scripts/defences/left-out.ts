import { defend, type Defence } from './defence.ts';

const proof = ['test/bot/left-out/prove-left-out.test.ts', 'test/bot/reconcile/claimed.test.ts'];
const observation = ['test/transport/artifacts/observation.test.ts'];

/** What keeps a change from leaving out the tests that would find it. */
export const leftOutDefences: readonly Defence[] = [
  ...defend('bot/src/reconcile/judge-attempt.ts', proof, [
    [
      'a run that claims what nothing tells',
      'mayLeaveOut: leftOut?.proven ?? false',
      'mayLeaveOut: true',
    ],
  ]),
  ...defend(
    'src/aggregate/tally-outcomes.ts',
    ['test/aggregate/left-out.test.ts', ...proof],
    [
      [
        'words of a run in the place of what is known',
        "return said.state === 'same' ? mayLeaveOut.get(name) : undefined;",
        'return said;',
      ],
    ],
  ),
  ...defend('bot/src/left-out/compare-trees.ts', proof, [
    [
      'a folder that GitHub lists in part',
      'if (trees.some(({ isWhole }) => !isWhole)) {',
      'if (false) {',
    ],
    [
      'a link, a program or a submodule in the place of a file',
      'if (a?.mode === b?.mode && a?.id === b?.id) continue;',
      'if (a?.id === b?.id) continue;',
    ],
  ]),
  ...defend('bot/src/left-out/prove-left-out.ts', proof, [
    [
      'another perigee.yml than that of the observed commit',
      'if (differences.some(({ path }) => path === suiteFile)) {',
      'if (false) {',
    ],
    [
      'requests without an end',
      'if (found !== undefined || known.size >= mostTrees) return found;',
      'if (found !== undefined) return found;',
    ],
    [
      'what an older version of Perigee observed',
      'if ((observation.observer ?? 0) < observerVersion) {',
      'if (false) {',
    ],
    [
      'a test that may read more',
      "if (doubt !== undefined) return { kind: 'unproven', why: doubt };",
      '',
    ],
    ['a test that is to be measured always', "if (test?.affected === 'always') {", 'if (false) {'],
    [
      'a head that is not compared',
      "if (touched !== undefined) return { kind: 'unproven', why: touched };",
      '',
    ],
    [
      'a base that is not compared',
      "if (unfit !== undefined) return { kind: 'unfit', why: unfit };",
      '',
    ],
    [
      'an older observation that overrules a newer one',
      "return found.kind === 'unfit';",
      "return found.kind !== 'same';",
    ],
  ]),
  ...defend('src/contract/covered-paths.ts', proof, [
    [
      'other rules by which git checks files out',
      'if (paths.has(path) || rulesOfGit.has(nameOf(path))) return true;',
      'if (paths.has(path)) return true;',
    ],
    ['a file that was not looked for in sight', 'if (isBlind && !isSameSize) return true;', ''],
    [
      'another name in a folder that is listed',
      'return listed.has(folderOf(path)) && (isBlind || !isContent);',
      'return false;',
    ],
  ]),
  ...defend('src/contract/observed-reads.ts', proof, [
    [
      'a setup of which nobody knows what it reads',
      "return setup === undefined ? 'setup was not observed' : [setup, test.reads];",
      'return [test.reads];',
    ],
  ]),
  ...defend(
    'bot/src/reconcile/find-twin.ts',
    ['test/bot/reconcile/find-twin.test.ts'],
    [
      [
        'a group with other files than its pull request',
        'if (!(await isSame(group.head, change.head)) || !(await isSame(group.before, before))) {',
        'if (false) {',
      ],
      ['numbers of a fork', 'change.fork || ', ''],
      [
        'a pull request that did not pass',
        "verdicts.some(({ conclusion }) => conclusion !== 'passed')",
        'false',
      ],
    ],
  ),
  ...defend('bot/src/reconcile/judge-run.ts', proof, [
    [
      'a push that leaves tests out',
      ': proveForChange(context)),',
      ': {}),\n      ...proveForChange(context),',
    ],
  ]),
  ...defend(
    'bot/src/ledger/observations.ts',
    ['test/bot/ledger/observations.test.ts'],
    [['observations without an end', 'drop.run(...key);', '']],
  ),
  ...defend(
    'src/runner/inputs/observe-setup.ts',
    ['test/action/jobs/affected.test.ts'],
    [['questions of a setup that makes links', '    seesQuestions: false,\n', '']],
  ),
  ...defend(
    'src/runner/inputs/keep-observation.ts',
    ['test/action/jobs/affected.test.ts'],
    [
      [
        'what a test wrote in the place of what setup made',
        '...moved.map((path) => `a test changed ${path}`)',
        '',
      ],
    ],
  ),
  ...defend('src/transport/artifacts/unpack-observation.ts', observation, [
    [
      'an observation that grows without an end',
      'promisify(gunzip)(packed, { maxOutputLength })',
      'promisify(gunzip)(packed)',
    ],
    [
      'an observation of another commit',
      'observation.commit !== record.before.commit && ',
      'observation.commit === record.before.commit && ',
    ],
    [
      'an observation of tests that nobody planned',
      'if (new Set(named).size < named.length || named.some((name) => !planned.has(name))) {',
      'if (false) {',
    ],
  ]),
];
