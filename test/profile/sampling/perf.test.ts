import { expect, test } from 'vitest';
import { printSamples } from '../../../src/profile/sampling/perf.ts';

const perf = { path: '/usr/bin/perf', event: 'cpu-clock' } as const;

test('names of functions are looked up where the program saw its files', async () => {
  const text = await printSamples(perf, '/profiles', (command) => ['/bin/echo', ...command]);
  expect(text).toMatch(/^\/usr\/bin\/perf script --input \/profiles\/perf\.data /);
});

test('what perf cannot read gives no samples', async () => {
  expect(await printSamples(perf, '/nonexistent')).toBe('');
});
