import { defend, type Defence } from './defence.ts';

const markdown = ['test/report/markdown-text.test.ts', 'test/fuzz/fuzz.test.ts'];

/** What keeps the words of others from becoming more than words. */
export const renderingDefences: readonly Defence[] = [
  ...defend(
    'src/report/plain-text.ts',
    ['test/report', 'test/fuzz/fuzz.test.ts'],
    [
      [
        'characters that act on a screen',
        '.replace(unseen, (character) => `[U+${nameCodePoint(character)}]`)',
        '',
      ],
      ['a name of several lines', ".replace(/[\\r\\n\\t]+/g, ' ')", ''],
      [
        'half of a character',
        '.toWellFormed()\n    .replace(/[\\r',
        '.toString()\n    .replace(/[\\r',
      ],
    ],
  ),
  ...defend('src/report/markdown-text.ts', markdown, [
    ['a name that ends its code', "'`'.repeat(longestRun + 1)", "'`'"],
    ['a name that ends its cell', ".replaceAll('|', '\\\\|')", ''],
    ['a backslash before a pipe', ".replace(/(?<=\\\\)\\|/g, '¦')", ''],
    [
      'mentions, links and emoji in sentences',
      'harmless.test(word) && !linked.test(word)',
      'harmless.test(word)',
    ],
    ['markup in sentences', 'harmless.test(word) && ', ''],
    [
      'an address that ends its link',
      'return href.replace(/[()<>|\\\\`*_[\\]\\s]/g',
      'return href.replace(/\\s/g',
    ],
    [
      'a link that is a script',
      "if (protocol !== 'https:' && protocol !== 'http:') return undefined;",
      '',
    ],
    ['a marker that ends its comment', ".replace(/[<>]/g, '')", ''],
  ]),
  ...defend(
    'src/report/html-text.ts',
    ['test/report/render-html.test.ts', 'test/fuzz/fuzz.test.ts'],
    [
      [
        'a name that becomes an element',
        'return makePlain(text).replace(/[&<>"\']/g',
        'return makePlain(text).replace(/[&]/g',
      ],
      ['data that ends its script', ".replaceAll('<', '\\\\u003c')", ''],
    ],
  ),
  ...defend(
    'src/report/markdown-budget.ts',
    ['test/report/markdown-budget.test.ts'],
    [['a comment that GitHub does not take', 'if (bytes > room) break;', '']],
  ),
  ...defend(
    'action/src/without-commands.ts',
    ['test/action/without-commands.test.ts', 'test/fuzz/fuzz.test.ts'],
    [
      ['a command of the runner at the beginning of a line', "'$1: :'", "'$1::'"],
      ['a command of the runner within a line', ".replaceAll('##[', '## [')", ''],
    ],
  ),
  ...defend(
    'buildkite-plugin/src/job-log.ts',
    ['test/buildkite-plugin/job-log.test.ts'],
    [
      ['a group in the log of the agent', "'$1 $2')", "'$1$2')"],
      ['links and pictures in the log of the agent', '\\p{Cc}(?<![\\n\\t])', '(?!)'],
    ],
  ),
  ...defend(
    'src/series/influx/lines.ts',
    ['test/fuzz/fuzz.test.ts'],
    [
      ['a tag that becomes two', 'text.replaceAll(/[,= ]/g, String.raw`\\$&`)', 'text'],
      ['a text that ends its field', 'text.replaceAll(/["\\\\]/g, String.raw`\\$&`)', 'text'],
    ],
  ),
  ...defend(
    'src/series/influx/lines-of-marks.ts',
    ['test/series/influx/keep-marks.test.ts'],
    [['what people say of an alert, over several lines', ".replaceAll(/[\\n\\r]+/g, ' ')", '']],
  ),
  ...defend(
    'src/series/influx/tag-text.ts',
    ['test/series/influx/tag-text.test.ts', 'test/fuzz/fuzz.test.ts'],
    [['a backslash or a line break in a tag', '|[\\\\\\n\\r]/g', '/g']],
  ),
  ...defend(
    'src/series/influx/influxql.ts',
    ['test/fuzz/fuzz.test.ts'],
    [
      ['a name that ends its quotes in a query', '.replaceAll(quote, `\\\\${quote}`)', ''],
      ['a backslash at the end of a name in a query', ".replaceAll('\\\\', '\\\\\\\\')", ''],
    ],
  ),
  ...defend(
    'src/operations/metrics.ts',
    ['test/fuzz/fuzz.test.ts', 'test/operations'],
    [['a label that ends early', ".replaceAll('\"', '\\\\\"')", '']],
  ),
  ...defend(
    'src/operations/logger.ts',
    ['test/operations', 'test/fuzz/fuzz.test.ts'],
    [
      [
        'a secret in a log line',
        "clean = clean.replaceAll(secret, '***');",
        "clean = clean.replaceAll('\\0', secret === '' ? '' : '***');",
      ],
      ['a log line without an end', 'text.slice(0, longestText)', 'text'],
    ],
  ),
  ...defend(
    'src/cli/bot/receive-app.ts',
    ['test/cli/bot'],
    [
      [
        "a page of somebody else's that reads ours",
        "if (method !== 'GET' || !/^(127\\.0\\.0\\.1|localhost)(:\\d+)?$/.test(host)) return undefined;",
        "if (method !== 'GET') return undefined;",
      ],
      ['an app that somebody else made', '!timingSafeEqual(given, wanted)', 'given.length === 0'],
    ],
  ),
  ...defend(
    'bot/src/pages/open-pages.ts',
    ['test/bot/pages/open-pages.test.ts'],
    [
      ['a page that is made for each reader', 'if (known !== undefined) return known;', ''],
      ['a page that is made again and again', 'kept.keep(tag, page, page.length);', ''],
      [
        'pages without number that wait to be made',
        'making.size < mostWaiting ? ledger.readPacked(newest) : undefined',
        'ledger.readPacked(newest)',
      ],
      ['a page that fails at each request', 'failed.keep(tag, nowMs() + failedForMs, 1);', ''],
      ['a link that goes to other sites', "'referrer-policy': 'no-referrer',", ''],
    ],
  ),
];
