import { expect, test } from 'vitest';
import { openJobLog, withoutMarks } from '../../buildkite-plugin/src/job-log.ts';

test('a group is a line that Buildkite folds under, and names open none', async () => {
  let text = '';
  const write = (more: string): void => {
    text += more;
  };
  const log = openJobLog(write);
  await log.group('Measure 2 tests', async () => log.say('+++ a test of this name'));
  log.warn('slow');
  log.annotate({
    ...{ level: 'error', title: 'Regressed', message: 'upload is slower' },
    ...{ file: 'perigee.yml', startLine: 7 },
  });
  log.openGroup('Perigee could not go on');
  expect(text).toBe(
    [
      '--- Measure 2 tests',
      ' +++ a test of this name',
      '\u001b[33mwarning: slow\u001b[0m',
      'perigee.yml:7: error: upload is slower',
      '+++ Perigee could not go on',
      '',
    ].join('\n'),
  );
});

test.each([
  ['a\n--- b', 'a\n --- b'],
  ['^^^ +++', ' ^^^ +++'],
  ['~~~ c', ' ~~~ c'],
  ['\u0007+++ d', ' +++ d'],
  ['\u001b[31m+++ e', '\u001b[31m +++ e'],
  ["\u001b]1338;url='https://example.com'\u0007x", "]1338;url='https://example.com'x"],
  ['\u001b[2Jgone\r', '[2Jgone'],
  ['\u001b[31mred\u001b[0m\tstays\n', '\u001b[31mred\u001b[0m\tstays\n'],
])('%j is shown as %j', (text, shown) => {
  expect(withoutMarks(text)).toBe(shown);
});
