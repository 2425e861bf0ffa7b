/** Files of a mebibyte and more that have stopped the process which read them. */
const mebibyte = 2 ** 20;

function fill(piece: string, head = 'x: '): string {
  return head + piece.repeat(Math.floor((4 * mebibyte - head.length) / piece.length));
}

/** One of each kind: nesting, references, marks, separators, keys, lines, blocks and text. */
export const hostileSuites: readonly (readonly [what: string, text: string])[] = [
  ['lists in lists', `x: ${'['.repeat(2 * mebibyte)}${']'.repeat(2 * mebibyte - 4)}`],
  ['uses of one alias', fill('*a,', 'x: &a [')],
  ['tags', fill('!a ')],
  ['commas', fill(',', 'x: [')],
  ['keys of one name', fill('a: 1\n', '')],
  ['empty lines', fill('\n', '')],
  ['literal blocks', fill('|\n', '')],
  ['escapes', fill('\\u0041', 'x: "')],
];

/** Rules whose names nearly match tests: each asks for a suggestion among all of them. */
export function nearMisses(rules: number, tests: number): string {
  const named = (i: number): string => `a test with a name of some length, number ${i}`;
  return [
    'version: 1',
    'suite: near',
    'tests:',
    ...Array.from({ length: tests }, (_, i) => `  - { name: '${named(i)}', command: [a] }`),
    'thresholds:',
    '  rules:',
    ...Array.from(
      { length: rules },
      (_, i) => `    - { match: { test: '${named(i)}x' }, worse: 3% }`,
    ),
  ].join('\n');
}

/** Patterns that match everything only after all of it was compared. */
export function slowPatterns(rules: number, tests: number): string {
  return [
    'version: 1',
    'suite: slow',
    'tests:',
    ...Array.from(
      { length: tests },
      (_, i) => `  - { name: ${'a'.repeat(150)}${i}, command: [a] }`,
    ),
    'thresholds:',
    '  rules:',
    ...Array.from(
      { length: rules },
      (_, i) => `    - { match: { test: '${'*a'.repeat(40)}*${i}x' }, worse: 3% }`,
    ),
  ].join('\n');
}
