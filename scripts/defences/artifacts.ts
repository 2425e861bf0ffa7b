import { defend, type Defence } from './defence.ts';

const readZip = [
  'test/transport/artifacts/read-zip.test.ts',
  'test/transport/artifacts/github-rest.test.ts',
];
const collect = [
  'test/transport/artifacts/collect-records.test.ts',
  'test/bot/attacks/forged-artifacts.test.ts',
];

/** What keeps an artifact from hurting whoever opens it, and from speaking for another build. */
export const artifactDefences: readonly Defence[] = [
  ...defend(
    'src/transport/artifacts/buildkite-agent.ts',
    ['test/transport/artifacts/buildkite-agent.test.ts'],
    [
      [
        'a file that is not the one that was uploaded',
        "if (sha1 === undefined || createHash('sha1').update(content).digest('hex') === sha1) return;",
        'if (sha1 !== "") return;',
      ],
      [
        'files of other steps that would pass for ours',
        'const pathOfFile = /^(perigee-[A-Za-z0-9._-]{1,150})\\/([a-z0-9][a-z0-9.-]{0,99})$/;',
        'const pathOfFile = /^(.+)\\/([^/]+)$/;',
      ],
    ],
  ),
  ...defend('src/transport/artifacts/zip-directory.ts', readZip, [
    ['a zip file with too many entries', 'if (count > maxEntries) {', 'if (count < 0) {'],
  ]),
  ...defend('src/transport/artifacts/read-zip.ts', readZip, [
    ['files that are too large together', 'if (bytes > limits.maxBytes) {', 'if (bytes < 0) {'],
    [
      'names that lead out of a folder',
      'if (/^[a-z0-9][a-z0-9.-]{0,99}$/.test(name)) return;',
      'if (name !== "") return;',
    ],
    ['a file that is there twice', "(seen.has(entry.name) && 'is there twice') ||", ''],
    ['an encrypted file', "((entry.flags & encrypted) !== 0 && 'is encrypted') ||", ''],
    [
      'a link',
      "(entry.unixType !== 0 && entry.unixType !== regularFile && 'is not a regular file')",
      'false',
    ],
    ['a file that is larger than it may be', 'refuseTooLarge(entry, limits);', ''],
    ['a file that unpacks to more than it says', '{ maxOutputLength: entry.bytes + 1 }', '{}'],
    [
      'a damaged file',
      'content.length === entry.bytes && crc32(content) === entry.crc32',
      'content.length >= 0',
    ],
  ]),
  ...defend('src/transport/artifacts/unpack-artifact.ts', collect, [
    [
      'a compressed record that is too large',
      'if (content.length <= maxBytes) return content;',
      'return content;',
    ],
    ['a record that unpacks to any size', '{ maxOutputLength, chunkSize }', '{ chunkSize }'],
    [
      'a record that is not the one of the event',
      'if (said?.sha256 === sha256 && said.bytes === packed.length) return;',
      'if (said !== undefined) return;',
    ],
    ['a record of another build', 'refuseOtherBuild(name, record, event, origin);', ''],
  ]),
  ...defend(
    'src/transport/artifacts/unpack-artifact.ts',
    ['test/transport/artifacts/collect-hostile.test.ts'],
    [
      [
        'fields in memory that nobody reads',
        'return keepKnownFields(kind, document);',
        'return document;',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/unpack-artifact.ts',
    ['test/transport/artifacts/unpack-shared.test.ts'],
    [
      [
        'a record that is only parsed, where its executions share a list',
        "checkDocument('run-record', value, '')",
        'value as RunRecord',
      ],
      [
        'values beyond the limit in lists that are read once',
        'limits.maxRecordValues - shared.values',
        'limits.maxRecordValues',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/share-metrics.ts',
    ['test/transport/artifacts/share-metrics.test.ts'],
    [['a list put back elsewhere than it stood', 'if (found !== marks) return undefined;', '']],
  ),
  ...defend(
    'src/contract/keep-known-fields.ts',
    ['test/contract/keep-known-fields.test.ts'],
    [
      [
        'fields without number that no schema names',
        'if (field === undefined) delete own[key];',
        'if (field === undefined) continue;',
      ],
      [
        'such fields in the entries of a list',
        'for (const each of value) if (!keepIn(each, items)) isUnchanged = false;',
        '',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/measure-record.ts',
    ['test/transport/artifacts/measure-record.test.ts'],
    [
      [
        'a record that is heavier than it says',
        'return { heapBytes, series',
        'return { heapBytes: 0, series',
      ],
      ['series without number', 'series: countSeries(record)', 'series: 0'],
    ],
  ),
  ...defend(
    'src/transport/artifacts/storage-hosts.ts',
    ['test/transport/artifacts/storage-hosts.test.ts'],
    [
      [
        'an address within the network of the service',
        "throw new Refused('ci-strange-answer', message);",
        "return message === '' ? 'host' : 'any-name';",
      ],
      ['an asterisk that stands for itself', " && !url.host.startsWith('*')", ''],
    ],
  ),
  ...defend(
    'src/transport/artifacts/download.ts',
    [
      'test/transport/artifacts/github-transfer.test.ts',
      'test/transport/artifacts/fetch-content.test.ts',
      'test/transport/artifacts/buildkite-places.test.ts',
      'test/transport/rest',
    ],
    [
      [
        'a download that is moved to another place',
        'rule = refusePlace?.(url);',
        "rule = step === 0 ? refusePlace?.(url) : 'host';",
      ],
      ['a download that is moved in a circle', 'step <= mostMoves', 'step <= 60'],
    ],
  ),
  ...defend(
    'src/transport/rest/read-body.ts',
    ['test/transport/rest/read-body.test.ts', 'test/transport/artifacts'],
    [
      [
        'an answer without an end',
        'if (bytes > maxBytes) throw new BodyTooLarge(`more than ${maxBytes} bytes`);',
        '',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/github-rest.ts',
    ['test/transport/artifacts/github-rest.test.ts'],
    [
      [
        'a list of artifacts without an end',
        "{ list: 'artifacts', mostPages }",
        "{ list: 'artifacts', mostPages: 60 }",
      ],
    ],
  ),
  ...defend(
    'src/transport/buildkite/open-buildkite.ts',
    ['test/transport/buildkite/list-builds.test.ts'],
    [['an answer of Buildkite without an end', 'maxBodyBytes,', 'maxBodyBytes: 2 ** 30,']],
  ),
  ...defend(
    'src/transport/rest/sender.ts',
    ['test/transport/rest', 'test/transport/artifacts/github-rest.test.ts'],
    [['a token that follows a redirection', "redirect: 'manual',", "redirect: 'follow',"]],
  ),
  ...defend(
    'src/transport/rest/rest-client.ts',
    [
      'test/transport/rest',
      'test/transport/artifacts/github-rest.test.ts',
      'test/transport/github',
    ],
    [
      [
        'a question that is sent to another host',
        'if (next === undefined || next.origin !== url.origin) {',
        'if (next === undefined) {',
      ],
    ],
  ),
  ...defend(
    'src/transport/artifacts/read-log.ts',
    ['test/transport/artifacts/pack-artifact.test.ts'],
    [
      [
        'a log that is a link to a secret',
        'constants.O_RDONLY | constants.O_NOFOLLOW',
        'constants.O_RDONLY',
      ],
    ],
  ),
  ...defend(
    'bot/src/reconcile/refuse-records.ts',
    ['test/bot/reconcile/forged-artifacts.test.ts', 'test/bot/attacks/forged-artifacts.test.ts'],
    [
      [
        'records of another commit, base or plan',
        'findMismatch(record, expected) ?? findOtherTests(record, plan);',
        'findOtherTests(record, plan);',
      ],
      [
        'a record that leaves tests out',
        'if (JSON.stringify(planned) === JSON.stringify(named)) return undefined;',
        'if (planned.length >= 0) return undefined;',
      ],
    ],
  ),
  ...defend(
    'src/series/cardinality-guard.ts',
    ['test/series/cardinality-guard.test.ts'],
    [
      [
        'a suite with any number of spans',
        'if (suite.spans.size >= limits.spans) {',
        'if (suite.spans.size < 0) {',
      ],
      [
        'an annotation with any number of values',
        'values.size < limits.valuesOfAnnotation',
        'values.size >= 0',
      ],
    ],
  ),
];
