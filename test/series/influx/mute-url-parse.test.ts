import { expect, test, vi } from 'vitest';
import { muteUrlParse } from '../../../src/series/influx/mute-url-parse.ts';

test('of all warnings only that of url.parse is kept back, and only meanwhile', () => {
  const heard = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  try {
    const result = muteUrlParse(() => {
      process.emitWarning('url.parse() is old', 'DeprecationWarning', 'DEP0169');
      process.emitWarning('another', 'DeprecationWarning', 'DEP0001');
      return 'done';
    });
    process.emitWarning('url.parse() is old', 'DeprecationWarning', 'DEP0169');
    expect(result).toBe('done');
    expect(heard.mock.calls.map((call: unknown[]) => call[2])).toEqual(['DEP0001', 'DEP0169']);
  } finally {
    heard.mockRestore();
  }
});
