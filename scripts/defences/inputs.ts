import { defend, type Defence } from './defence.ts';

const compared = ['test/runner/inputs/compare-inputs.test.ts'];
const reused = ['test/runner/inputs/reuse-observation.test.ts'];
const traced = ['test/profile/observe/parse-trace.test.ts'];

/** What keeps a test from being left out although a change touches it. */
export const inputsDefences: readonly Defence[] = [
  ...defend('src/profile/observe/parse-trace.ts', traced, [
    [
      'more paths than fit into memory',
      'if (this.#touched.size + this.#relative.size < mostPaths)',
      'if (true)',
    ],
    ['a file that is asked for and is not there', "? 'read' : 'asked';", "? 'read' : 'read';"],
  ]),
  ...defend('src/profile/observe/explain-move.ts', traced, [
    ['a test that takes another root', "chroot: 'it changes what / is',", ''],
  ]),
  ...defend(
    'src/profile/observe/read-talk.ts',
    ['test/profile/observe/read-talk.test.ts'],
    [
      ['a server that is not of the test', 'else this.#add(peer);', ''],
      [
        'a server whose port the test may not take',
        'const local = refused.test(rest) ? undefined :',
        'const local =',
      ],
      ['more peers than are told', 'if (this.#outside.size < mostPeers)', 'if (true)'],
      ['a signal to another process', "if (!isOwn) this.#add('a process by a signal');", ''],
    ],
  ),
  ...defend(
    'src/runner/inputs/find-fresh.ts',
    ['test/runner/inputs/outside.test.ts'],
    [['a file outside that setup wrote', 'return facts.ctimeNs >= sinceNs;', 'return false;']],
  ),
  ...defend('src/runner/inputs/kept-observations.ts', reused, [
    [
      'observations without an end',
      'for (const name of all.slice(mostKept))',
      'for (const name of [])',
    ],
    [
      'an observation under another name',
      "return observation.here?.conditions === conditions ? observation : 'belongs to another run';",
      'return observation;',
    ],
  ]),
  ...defend('src/runner/inputs/reuse-observation.ts', reused, [
    [
      'what was changed outside since it was seen',
      'if (here === undefined || digestOutside(here) !== here.outside) return undefined;',
      'if (here === undefined) return undefined;',
    ],
    [
      'a change of what setup reads',
      'if (setup !== undefined && isNoticed(setup, ofHead)) continue;',
      '',
    ],
  ]),
  ...defend('src/runner/inputs/compare-inputs.ts', compared, [
    [
      'a file that the change brings',
      "if (one === undefined) return other && 'is only there after the change';",
      'if (one === undefined) return undefined;',
    ],
    ['other rights of a file', "return 'has other rights';", 'return undefined;'],
    ['a folder that is listed', 'if (extra === undefined) continue;', 'continue;'],
    ['questions that are not seen', 'if (inputs.seesQuestions) return', 'if (true) return'],
  ]),
  ...defend('src/runner/inputs/list-inputs.ts', compared, [
    [
      'what git says of the commit',
      "if (touch === 'read' && steps.length === 0) draft.git ??= path;",
      '',
    ],
    [
      'a path outside that names the checkout',
      'else if (isOwn(path, before, after)) doubt(draft, path);',
      '',
    ],
  ]),
  ...defend('src/runner/inputs/same-content.ts', compared, [
    [
      'a file that a test has written over',
      "if (!isUntouched(path, before) || !isUntouched(path, after)) return 'unknown';",
      '',
    ],
  ]),
  ...defend(
    'src/aggregate/tally-outcomes.ts',
    ['test/aggregate/left-out.test.ts'],
    [
      [
        'a record that claims a test needs no measuring',
        'return mayLeaveOut ? said : undefined;',
        'return said;',
      ],
    ],
  ),
  ...defend(
    'src/runner/inputs/manifest.ts',
    ['test/runner/inputs/manifest.test.ts'],
    [
      ['more files than are compared', 'if (entries.size > most)', 'if (false)'],
      ['a file that cannot be told by its name', "if (name.includes('\\ufffd'))", 'if (false)'],
    ],
  ),
];
