import { defend, type Defence } from './defence.ts';

const changes = ['test/suite/list-suite-changes.test.ts', 'test/steps/job/read-suite.test.ts'];
const forgotten = [
  'test/bot/reconcile/forgotten-runs.test.ts',
  'test/bot/reconcile/forgotten-artifacts.test.ts',
];

/** What keeps a change from disarming its gate, and a red result from being forgotten. */
export const gateDefences: readonly Defence[] = [
  ...defend('src/suite/keep-plan.ts', changes, [
    ['a change that asks for fewer pairs', 'Math.max(old.repeats, suite.repeats)', 'suite.repeats'],
    [
      'a change that asks for fewer pairs at the most',
      'Math.max(old.maxRepeats, suite.maxRepeats)',
      'suite.maxRepeats',
    ],
    ['a change without a warm-up', 'Math.max(old.warmup, suite.warmup)', 'suite.warmup'],
    [
      'a change that sets more repeats aside',
      'outliersPerFive: old.outliersPerFive',
      'outliersPerFive: suite.outliersPerFive',
    ],
  ]),
  ...defend('src/suite/list-suite-changes.ts', changes, [
    [
      'another command in silence',
      "['command', showCommand(old.command), showCommand(test.command)],",
      '',
    ],
    ['another folder in silence', "['directory', old.directory, test.directory],", ''],
    [
      'another time limit in silence',
      "['timeout', showTime(old.timeoutMs), showTime(test.timeoutMs)],",
      '',
    ],
    ['another variable in silence', 'showVariable(test, name),', 'showVariable(old, name),'],
    [
      'another setup in silence',
      "['setup', showValues(old.setup.map(showCommand)), showValues(suite.setup.map(showCommand))],",
      '',
    ],
    ['another warm-up in silence', "['warmup', String(old.warmup), String(suite.warmup)],", ''],
    [
      'other services in silence',
      "['list of services', showServices(old), showServices(suite)],",
      '',
    ],
    ['a test that is taken out in silence', 'if (gone.length > 0) {', 'if (gone.length < 0) {'],
    ['fewer pairs in silence', 'if (fewer.length > 0) {', 'if (fewer.length < 0) {'],
    [
      'a report of nothing but changes of the suite',
      'all.slice(0, mostNamed).map(',
      'all.slice(0).map(',
    ],
  ]),
  ...defend(
    'src/aggregate/keep-directions.ts',
    ['test/steps/numbers-of-tests.test.ts', 'test/bot/attacks/own-rules.test.ts'],
    [
      [
        'a change that calls more of a cost better',
        'if (direction === undefined || direction === metric.direction) return metric;',
        'return metric;',
      ],
      [
        'a change that turns a metric of Perigee around on both sides',
        'if (own !== undefined) return own.direction;',
        '',
      ],
    ],
  ),
  ...defend(
    'src/aggregate/find-reduced-plans.ts',
    ['test/aggregate/find-reduced-plans.test.ts'],
    [
      ['a record that was planned with less', '(key) => plan[key] < least[key],', '() => false,'],
      [
        'a record that has fewer repeats than its plan',
        'if (fewest >= wanted) return [];',
        'return [];',
      ],
      ['a record with fewer builds a side than asked for', 'if (builds < wanted)', 'if (false)'],
    ],
  ),
  ...defend(
    'src/aggregate/keep-sound-profiles.ts',
    ['test/aggregate/several-builds.test.ts'],
    [
      [
        'a repeat that is counted for another build of its side',
        'if (build !== buildOf(plan, repeat)) {',
        'if (build < 0) {',
      ],
    ],
  ),
  ...defend(
    'src/contract/baseless-tests.ts',
    ['test/aggregate', 'test/verdict'],
    [
      [
        'a test that passes after the change alone',
        'return isNew !== true && before.passed === 0 && after.passed > 0;',
        'return isNew === undefined && before.passed < 0;',
      ],
    ],
  ),
  ...defend(
    'bot/src/runs/recall-unlisted.ts',
    ['test/bot/runs/recall-unlisted.test.ts', ...forgotten],
    [
      ['a run that is pushed out of the list', 'else there.push(found);', ''],
      ['a run that was deleted', "absent.push(end(run, 'deleted'))", 'found'],
      [
        'runs that are asked for without an end',
        "else if (asked >= mostAsked) absent.push(end(run, 'not-asked'));",
        '',
      ],
      [
        'a run that is asked for again and again',
        "if (run.absent === 'deleted') absent.push(run);",
        'if (asked < 0) absent.push(run);',
      ],
    ],
  ),
  ...defend('bot/src/reconcile/remember-runs.ts', forgotten, [
    ['a run that nobody remembers', 'ledger.noteRun(id, head, seen, nowMs);', ''],
    [
      'a run that is asked for at each look',
      "absent === 'deleted' ? { ...there, absent } : there",
      'there',
    ],
    [
      'old runs that are read at each look',
      'known.get(runId)?.readAs[base] === settled',
      'settled === undefined && known.has(runId)',
    ],
  ]),
  ...defend(
    'bot/src/reconcile/may-replace.ts',
    [
      'test/bot/reconcile/may-replace.test.ts',
      'test/bot/reconcile/kept-verdicts.test.ts',
      ...forgotten,
    ],
    [
      ['a red shard that is missing now', 'if (!isWhole) return false;', ''],
      [
        'a red verdict of an earlier version',
        'if (older.evidence === undefined && findings.length > 0) return false;',
        '',
      ],
      [
        'a lucky measurement that replaces a red one',
        'return (isMore || isProven) && findings.every((finding) => found.has(finding));',
        'return isMore || isProven || found.size === 0;',
      ],
      ['another number of shards', 'before.total === after.total && ', ''],
    ],
  ),
  ...defend(
    'bot/src/runs/place-by-time.ts',
    ['test/bot/runs/place-by-time.test.ts', ...forgotten],
    [
      [
        'an artifact of an attempt that nobody has begun',
        'if (attempt > newest) return',
        'if (attempt < 0) return',
      ],
      [
        'an artifact that a later attempt leaves for an earlier one',
        'createdAtMs > startedAtMs + slackMs',
        'createdAtMs < 0',
      ],
      [
        'an artifact that lies there before its attempt',
        'createdAtMs < startedAtMs - slackMs',
        'createdAtMs < 0',
      ],
      ['clocks that differ a little', 'const slackMs = 5_000;', 'const slackMs = 0;'],
    ],
  ),
];
