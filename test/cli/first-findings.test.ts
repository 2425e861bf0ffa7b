import { describe, expect, test } from 'vitest';
import { renderRepositoryFindings } from '../../src/cli/first-steps.ts';

const found = { name: 'n', setup: [], passedOver: [], hasSchema: false };
const unitTests = { name: 'test', command: ['npm', 'test'], because: 'the tests\u001b[2J' };

describe('what was found', () => {
  test('is told in a line each, and no name moves the cursor', () => {
    const text = renderRepositoryFindings({ ...found, tests: [unitTests] });
    expect(text).toBe('  test: the tests[U+001B][2J');
  });

  test('and is not measured is told with the reason', () => {
    const passedOver = [{ what: 'a\u001b[2J', why: 'it is slow' }];
    const text = renderRepositoryFindings({ ...found, tests: [unitTests], passedOver });
    expect(text.split('\n').slice(1)).toEqual([
      'found, and not measured:',
      '  a[U+001B][2J: it is slow',
    ]);
  });

  test('and is no benchmark is told loudly, with what to write', () => {
    const text = renderRepositoryFindings({ ...found, tests: [] });
    expect(text).toContain('NO BENCHMARK WAS FOUND THAT CAN TURN RED: the test "replace me"');
    expect(text).toContain('command: [node, bench/upload.mjs]');
  });
});
