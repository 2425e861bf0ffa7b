/**
 * How often `record` writes is counted, so that few pairs decide on however busy a machine. All else warns:
 * what a loaded machine makes of times is no matter of this test.
 */
const thresholds = `thresholds:
  rules:
    - match: { span: '*', metric: '*' }
      worse: 1000%
      action: warn
    - match: { span: record, metric: disk.writes }
      worse: 5%
`;

/**
 * On a busy machine Node wakes its threads once more or less, which is a write too. Below four pairs a single such
 * one leaves a count undecided.
 */
const pairs = 4;
const recordTest = 'record 400 files in the index';

/** What the branch `slower` of the example does. */
export const planted = {
  ...{ test: recordTest, span: 'record', metric: 'disk.writes' },
  /** As the comment shows it. */
  shownAs: `\`${recordTest} › record\``,
};

/**
 * Two tests of examples/sync.
 * @param text its perigee.yml
 * @param isSmall only the one that is made slower, in one shard
 */
export function shortenSuite(text: string, isSmall: boolean): string {
  const wanted = isSmall ? /name: record 400/ : /name: (rename a tree|record 400)/;
  const tests = text
    .slice(text.indexOf('tests:\n') + 'tests:\n'.length, text.indexOf('# How much worse'))
    .replaceAll('timeout: 20s', 'timeout: 5m')
    .split(/\n(?= {2}- name)/)
    .filter((test) => wanted.test(test));
  const head = text
    .slice(0, text.indexOf('tests:\n'))
    .replace(
      /repeats: 5\nmaxRepeats: 10.*\nwarmup: 1/,
      `repeats: ${pairs}\nmaxRepeats: ${pairs}\nwarmup: 0`,
    );
  const shards = isSmall
    ? 'shards:\n  total: 1\n'
    : `shards:\n  total: 2\n  pins: { rename a tree: 1, '${recordTest}': 2 }\n`;
  return `${head}${shards}tests:\n${tests.join('\n')}\n${thresholds}`;
}
