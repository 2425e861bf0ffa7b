import { defend, type Defence } from './defence.ts';

const suite = ['test/suite/malformed.test.ts', 'test/suite/fuzz.test.ts'];
const spans = ['test/profile/spans/parse-message.test.ts', 'test/profile/collector.test.ts'];

/** What keeps something that is allowed from being too much of it. */
export const limitDefences: readonly Defence[] = [
  ...defend('src/suite/read-node.ts', suite, [
    [
      'values without number',
      "if (++nodes > mostNodes) throw tooLarge(value, 'more than 600,000 values');",
      'nodes += 1;',
    ],
    ['a file that is too deep', 'if (depth > deepest) throw tooLarge(value, tooDeep);', ''],
    [
      'aliases of aliases',
      "if (++aliases > mostAliases) throw tooLarge(value, 'more than 1,000 uses of aliases');",
      'aliases += 1;',
    ],
  ]),
  ...defend('src/suite/check-suite.ts', suite, [
    ['faults of rules without number', 'if (problems.length > mostProblems) break;', ''],
  ]),
  ...defend('src/suite/describe-problems.ts', suite, [
    ['a report of faults without an end', 'inOrder.slice(0, mostShown).map(', 'inOrder.map('],
  ]),
  ...defend(
    'src/suite/nearest-name.ts',
    ['test/suite/nearest-name.test.ts'],
    [
      ['a guess that takes minutes', 'if (effort.left < 0) break;', ''],
      ['names whose letters cost nothing', 'effort.left -= b.length;', ''],
    ],
  ),
  ...defend(
    'src/suite/check-reach.ts',
    ['test/suite/check-reach.test.ts'],
    [
      [
        'rules that are compared with tests without an end',
        'const effort = { left: mostWork };',
        'const effort = { left: Infinity };',
      ],
    ],
  ),
  ...defend(
    'src/verdict/thresholds/find-orphan-rules.ts',
    ['test/verdict/thresholds'],
    [
      [
        'rules that are compared with series without an end',
        'const effort: SearchEffort = { left: mostWork };',
        'const effort: SearchEffort = { left: Infinity };',
      ],
      ['rules that are called idle because looking took too long', ' && effort.left >= 0;', ';'],
    ],
  ),
  ...defend(
    'src/serving/readers/open-readers.ts',
    ['test/serving/readers/reader-limits.test.ts', 'test/serving/readers/open-readers.test.ts'],
    [
      [
        'a fault that is kept where only time was short',
        'if (!isLasting) suites.keep(id, reading, Infinity);',
        '',
      ],
      ['a file that is read again for each branch', 'suites.keep(id, reading, text.length);', ''],
      [
        'a record that takes more than the service has',
        '[name, contents, origin, limitArtifacts(limits, heapBytes)]',
        '[name, contents, origin, limits]',
      ],
    ],
  ),
  ...defend(
    'src/suite/shards/parse-shard.ts',
    ['test/suite/shards/parse-shard.test.ts'],
    [['shards without number', ' && total <= shardsAtMost', '']],
  ),
  ...defend(
    'src/suite/parse-settings.ts',
    ['test/suite/add-bot-settings.test.ts'],
    [['settings without an end', 'if (text.length > mostCharacters) {', 'if (text.length < 0) {']],
  ),
  ...defend(
    'bot/src/github/list-changed-files.ts',
    ['test/bot/github/list-changed-files.test.ts'],
    [
      [
        'a list that is cut and looks whole',
        'files === undefined || files.length >= mostFiles ?',
        'files === undefined ?',
      ],
    ],
  ),
  ...defend(
    'bot/src/github/list-own-comments.ts',
    ['test/bot/github/list-own-comments.test.ts'],
    [
      [
        'a conversation without an end',
        '{ mostPages, isCut: true, holdsProse: true }',
        '{ mostPages: 10_000, isCut: true, holdsProse: true }',
      ],
      [
        'long comments of others in memory',
        'return isWanted ? [',
        'return isWanted || author !== undefined ? [',
      ],
    ],
  ),
  ...defend(
    'src/transport/rest/sender.ts',
    ['test/bot/github/large-answers.test.ts'],
    [
      [
        'an answer of GitHub without an end',
        'await readBody(response, maxBodyBytes)',
        'await readBody(response, Infinity)',
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/buildkite/open-door.ts',
    ['test/bot/deliveries/buildkite'],
    [
      ['a webhook of Buildkite that is too large', 'maxBytes: maxBodyBytes', 'maxBytes: Infinity'],
      [
        'a webhook of Buildkite that is too deep',
        "parseJson(text, 'the webhook of Buildkite', limits)",
        "parseJson(text, 'the webhook of Buildkite', { ...limits, maxDepth: 1e9, maxValues: 1e9 })",
      ],
      [
        'a body that is read though its sender has no token',
        "if (sender.kind === 'refused') return { status: 401, text: sender.why };",
        '',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/refuse-early.ts',
    ['test/transport/artifacts'],
    [
      [
        'a download that its store says is too large',
        'if (bytes <= limits.maxBytes) return;',
        'if (bytes >= 0) return;',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/buildkite-files.ts',
    ['test/transport/artifacts/buildkite-files.test.ts'],
    [
      [
        'a build that lists files without an end',
        'client.getPages(question, readPage, mostPages)',
        'client.getPages(question, readPage, 10_000)',
      ],
      [
        'a list that is too long and asked for at each look',
        'throw refused.refusal;',
        'overfull?.keep(runId, refused, 1);',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/collect-records.ts',
    [
      'test/transport/artifacts/collect-politely.test.ts',
      'test/transport/artifacts/collect-records.test.ts',
    ],
    [
      ['two artifacts of one name', 'if (ofThisName > 1) {', 'if (ofThisName < 0) {'],
      [
        'an artifact of an attempt that nobody has begun',
        'if (shard.attempt > newestAttempt) {',
        'if (shard.attempt < 0) {',
      ],
      ['records that are all fetched at once', '{ length: atOnce }', '{ length: 1_000 }'],
    ],
  ),
  ...defend('src/profile/spans/annotation-rules.ts', spans, [
    ['a name of a span without an end', ' || name.length > limits.nameLength', ''],
    ['a name of several lines', 'if (lineOrControl.test(name)) {', "if (name === '') {"],
    [
      'a value without an end',
      'if (value.length <= limits.valueLength) return undefined;',
      'if (value.length >= 0) return undefined;',
    ],
    [
      'a key that means something of ours',
      'if (reservedKeys.has(key)) return',
      "if (key === '') return",
    ],
  ]),
  ...defend(
    'src/profile/spans/fold-spans.ts',
    ['test/profile/spans/fold-spans.test.ts'],
    [
      [
        'different spans without number',
        'if (this.#folds.size >= limits.distinctSpans - 1) {',
        'if (this.#folds.size < 0) {',
      ],
    ],
  ),
  ...defend(
    'src/report/summary/render-summary.ts',
    ['test/report/summary/render-summary.test.ts'],
    [
      [
        'a summary that GitHub does not take',
        'fitBlocks(blocks, summaryLimitBytes - reservedBytes)',
        'fitBlocks(blocks, Infinity)',
      ],
    ],
  ),
  ...defend(
    'src/report/render-html.ts',
    ['test/report/render-html.test.ts', 'test/report/visibility.test.ts'],
    [
      [
        'a page that no browser opens',
        'selectPageData(verdict, pageSeriesLimit)',
        'selectPageData(verdict, Infinity)',
      ],
      [
        'a script that is not ours',
        "`script-src 'sha256-${assets.scriptSha256}'`,",
        "`script-src 'unsafe-inline'`,",
      ],
    ],
  ),
];
