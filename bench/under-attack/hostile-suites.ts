/** What a stranger may put into the perigee.yml of a pull request: files of almost one MiB each. */
const mebibyte = 2 ** 20 - 100;

const head = 'version: 1\nsuite: sync\ntests:\n  - { name: upload, command: [node, upload.mjs] }\n';

const repeat = (text: string, start = 'x: '): string =>
  start + text.repeat(Math.floor((mebibyte - start.length) / text.length));

/** Names that are almost those of tests, so that each is compared with all. */
function nearMisses(): string {
  const tests = Array.from(
    { length: 5000 },
    (_, place) => `upload of a large folder ${place * 7919}`,
  );
  const rules = tests.map((name) => `    - { match: { test: ${name}x }, worse: 5% }`);
  const list = tests.map((name) => `  - { name: ${name}, command: [a] }`);
  return ['version: 1', 'suite: sync', 'tests:', ...list, 'thresholds:', '  rules:', ...rules]
    .join('\n')
    .slice(0, mebibyte);
}

/** A file that is valid, and as large as one can be. */
function largeAndValid(): string {
  const tests = Array.from(
    { length: 2000 },
    (_, place) => `  - { name: test ${place}, command: [a] }`,
  );
  const rules = Array.from(
    { length: 10_000 },
    (_, place) =>
      `    - { match: { test: "test ${place % 2000}", span: "s${place}*" }, worse: 5% }`,
  );
  return [
    'version: 1',
    'suite: sync',
    'tests:',
    ...tests,
    'thresholds:',
    '  rules:',
    ...rules,
    '',
  ].join('\n');
}

const balanced = `${'['.repeat(mebibyte / 2)}${']'.repeat(mebibyte / 2)}`;
const anchors = Array.from({ length: 60_000 }, (_, place) => `a${place}: &a${place} 1`).join('\n');
const doubling = [
  'a0: &a0 [1, 1]',
  ...Array.from(
    { length: 60 },
    (_, place) => `a${place + 1}: &a${place + 1} [*a${place}, *a${place}]`,
  ),
].join('\n');

export const hostileSuites: Readonly<Record<string, string>> = {
  'open brackets': repeat('['),
  'closed brackets': balanced,
  aliases: repeat('*a,', 'x: ['),
  tags: repeat('!a '),
  colons: repeat(': '),
  dashes: repeat('- ', ''),
  'question marks': repeat('? ', ''),
  'maps in maps': repeat('{a: '),
  'short entries': `${head}x: [${'1,'.repeat(500_000)}1]\n`,
  'unknown keys': `${head}${Array.from({ length: 90_000 }, (_, place) => `k${place}: 1`).join('\n')}\n`,
  'lines that are none': repeat('}]\n', ''),
  'one long word': `${head}x: ${'x'.repeat(mebibyte - 200)}\n`,
  'quotes and escapes': `${head}x: "${'\\u0041'.repeat(170_000)}"\n`,
  anchors: anchors,
  'aliases of aliases': doubling,
  'names that nearly match': nearMisses(),
  'large and valid': largeAndValid(),
  'patterns of paths': `${head}gate:\n  paths: [${Array.from({ length: 1000 }, (_, place) => `"**/${'a*'.repeat(100)}${place}"`).join(', ')}]\n`,
};
