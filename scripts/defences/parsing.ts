import { defend, type Defence } from './defence.ts';

const fuzz = 'test/fuzz/fuzz.test.ts';

/** What keeps a document from being large, deep or somebody else's. */
export const parsingDefences: readonly Defence[] = [
  ...defend(
    'src/profile/spans/number-table.ts',
    ['test/profile/spans/number-table.test.ts'],
    [
      [
        'recorded values without number',
        'const kept = Math.min(values.length, this.#room);',
        'const kept = values.length;',
      ],
    ],
  ),
  ...defend(
    'src/runner/test-results.ts',
    ['test/runner/test-results.test.ts'],
    [
      [
        'results through a link to another file',
        'constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK',
        'constants.O_RDONLY | constants.O_NONBLOCK',
      ],
      ['results that fill the memory', 'if (stats.size > largestFile) {', 'if (stats.size < 0) {'],
      [
        'results of a folder outside the checkout',
        'return real === root || real.startsWith(root + sep);',
        'return real !== root + sep;',
      ],
    ],
  ),
  ...defend(
    'src/adapters/fold-numbers.ts',
    ['test/adapters/hostile-output.test.ts'],
    [
      [
        'results with a benchmark for each of millions of names',
        'if (spans.size > limits.spans)',
        'if (false)',
      ],
    ],
  ),
  ...defend(
    'src/adapters/read-results.ts',
    ['test/adapters/read-results.test.ts'],
    [['results that are too deep', 'if (depth > deepest) {', 'if (depth < -deepest) {']],
  ),
  ...defend(
    'src/suite/compose-yaml.ts',
    ['test/suite/compose-yaml.test.ts', 'test/serving/readers/open-readers.test.ts', 'test/suite'],
    [
      [
        'a perigee.yml of too many words',
        "if (lexemes > mostLexemes) throw tooLarge(parser.offset, 'more than 1,500,000 words and marks');",
        '',
      ],
      [
        'a perigee.yml that is too deep',
        'if (parser.stack.length > deepest + besideNodes) {',
        'if (parser.stack.length < 0) {',
      ],
      [
        'a perigee.yml of nothing but faults',
        'if (errors.length + warnings.length >= mostFaults) throw new TooManyFaults();',
        '',
      ],
    ],
  ),
  ...defend(
    'src/operations/task-process.ts',
    ['test/operations/task-process.test.ts'],
    [
      [
        'a file that is read without an end',
        "worker.process.kill('SIGKILL');\n    }, longestMs);",
        '}, longestMs);',
      ],
      ['a file that takes all memory', '`--max-old-space-size=${heapMb}`, ', ''],
      ['secrets in the process that reads', 'env: {},', ''],
    ],
  ),
  ...defend(
    'src/contract/json-text.ts',
    ['test/contract/json-text.test.ts'],
    [
      [
        'a text that is too large',
        'if (text.length > limits.maxCharacters) {',
        'if (text.length < 0) {',
      ],
      ['a text that is too deep', "if (depth > maxDepth) return 'depth';", ''],
      [
        'a text of too many values',
        "case comma:\n        values += 1;\n        if (values > maxValues) return 'values';",
        'case comma:\n        values += 1;',
      ],
    ],
  ),
  ...defend(
    'src/contract/validate.ts',
    ['test/contract/validate.test.ts'],
    [
      [
        'a place in an error that acts on a screen',
        'return /^[\\w/.:-]{0,200}$/.test(pointer) ? pointer : showText(pointer, 200);',
        'return pointer;',
      ],
    ],
  ),
  ...defend(
    'src/contract/match-paths.ts',
    ['test/contract/match-paths.test.ts'],
    [
      ['names that keep a pattern busy', 'budget.steps -= 1;', ''],
      ['a change that is not measured because looking took too long', '|| budget.steps <= 0;', ';'],
    ],
  ),
  ...defend(
    'src/suite/load-suite.ts',
    ['test/suite/load-suite.test.ts'],
    [
      [
        'a perigee.yml that is too large',
        "if (bytesRead > mostBytes) throw refuse('the file is larger than 4 MiB');",
        '',
      ],
      [
        'a pipe in the place of perigee.yml',
        'constants.O_RDONLY | constants.O_NONBLOCK',
        'constants.O_RDONLY',
      ],
    ],
  ),
  ...defend(
    'src/transport/rest/fields.ts',
    [
      'test/bot/deliveries/read-delivery.test.ts',
      'test/transport/github/facts.test.ts',
      'test/bot/deliveries/message.test.ts',
      fuzz,
    ],
    [
      [
        'control characters in names that others chose',
        '/^\\P{Cc}{1,1000}$/u.test(found)',
        'found.length > 0',
      ],
      [
        'what is no commit in the place of one',
        'if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(found)) return found;',
        'return found;',
      ],
    ],
  ),
  ...defend(
    'src/profile/spans/parse-message.ts',
    ['test/profile/spans/parse-message.test.ts', fuzz],
    [
      [
        'a span with any number of annotations',
        'if (entries.length > limits.annotationsPerSpan) {',
        'if (entries.length < 0) {',
      ],
      [
        'annotations that no rule allows',
        'if (refusal !== undefined) throw new BadMessage(refusal);\n  }\n  return value as Annotations;',
        '}\n  return value as Annotations;',
      ],
    ],
  ),
  ...defend(
    'src/profile/spans/collector.ts',
    ['test/profile/collector.test.ts'],
    [
      ['a message without an end', 'if (rest.length <= longestLine) return;', 'return;'],
      ['a sender of nonsense', 'if (badLines >= badLinesUntilClosed) socket.destroySoon();', ''],
      ['any number of connections', 'server.maxConnections = mostConnections;', ''],
    ],
  ),
  ...defend(
    'src/service/aggregate/read-event.ts',
    ['test/service/aggregate/read-event.test.ts', 'test/service/serve.test.ts', fuzz],
    [
      [
        'an event that is too large',
        'if (value.length > longestEvent) {',
        'if (value.length < 0) {',
      ],
      [
        'a shard that the build does not have',
        "if (shard.index < shard.total) return { kind: 'shard', build, shard };",
        "return { kind: 'shard', build, shard };",
      ],
    ],
  ),
  ...defend(
    'src/runner/revisions/reference-name.ts',
    ['test/runner/revisions', fuzz],
    [
      ['a branch that is an option of git', "branch.startsWith('-') || ", ''],
      ['names that git reads otherwise', 'if (forbidden.test(name) || ', 'if ('],
    ],
  ),
  ...defend(
    'src/runner/revisions/read-file-at.ts',
    ['test/runner/revisions', 'test/action'],
    [
      [
        'a perigee.yml of a commit that is too large',
        'if (bytes > mostBytes) {',
        'if (bytes < 0) {',
      ],
      ['a link in the place of perigee.yml', '/^100(?:644|755) blob', '/^1\\d{5} blob'],
    ],
  ),
  ...defend(
    'action/src/event/read-event-file.ts',
    ['test/action/event', 'test/action'],
    [
      [
        'an event file that is too large',
        "if ((await stat(file)).size > mostBytes) throw refuse('the file is larger than 25 MiB');",
        '',
      ],
    ],
  ),
  ...defend(
    'bot/src/deliveries/message.ts',
    ['test/bot/deliveries/message.test.ts'],
    [['messages of another version', 'if (written !== version) {', 'if (written === undefined) {']],
  ),
];
