import { expect, test, vi } from 'vitest';
import { muteNegativeTimeouts } from '../../../src/transport/events/negative-timeouts.ts';

test('only the warning of a negative timer is kept back, and only until it is let through', () => {
  const original = process.emitWarning;
  const heard = vi.fn();
  process.emitWarning = heard;
  try {
    const unmute = muteNegativeTimeouts();
    process.emitWarning('-1 is a negative number', 'TimeoutNegativeWarning');
    process.emitWarning('old', 'DeprecationWarning', 'DEP0001');
    expect(heard.mock.calls).toEqual([['old', 'DeprecationWarning', 'DEP0001']]);
    unmute();
    process.emitWarning('-1 is a negative number', 'TimeoutNegativeWarning');
    expect(heard).toHaveBeenCalledTimes(2);
  } finally {
    process.emitWarning = original;
  }
});
