import { expect, test } from 'vitest';
import { findSpan, runPython } from './execute-here.ts';

const mega = 1e6;
/** Touches so many MB, gives them back, and waits until a sample was taken. */
const touch = [
  'import mmap, resource, time',
  'def touch(size):',
  '  with mmap.mmap(-1, size * 1000000) as memory:',
  '    for at in range(0, len(memory), 4096): memory[at] = 1',
  '  time.sleep(0.2)',
  'def own_peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024',
];

test('a test without spans reads its own peak as it does without Perigee', async () => {
  const execution = await runPython(...touch, 'touch(200)', 'record("own", own_peak(), unit="B")');
  const { values } = findSpan(execution, 'whole test');
  expect(values['own']).toBeGreaterThan(200 * mega);
  expect(values['memory.peak']).toBeGreaterThan(200 * mega);
});

test('each span has its own peak, however short it was, and the whole test the highest', async () => {
  const execution = await runPython(
    ...touch,
    'with profile("large"): touch(200)',
    'with profile("small"): touch(50)',
    'with profile("outer"):',
    '  touch(100)',
    '  with profile("inner"): touch(20)',
  );
  const peakOf = (span: string): number =>
    (findSpan(execution, span).values['memory.peak'] ?? 0) / mega;
  for (const [span, least, most] of [
    ['large', 200, 290],
    ['small', 50, 99],
    ['outer', 100, 190],
    ['inner', 20, 49],
    ['whole test', 200, 290],
  ] as const) {
    expect([span, peakOf(span) > least, peakOf(span) < most]).toEqual([span, true, true]);
  }
});
