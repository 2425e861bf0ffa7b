import type { ReportedNumber } from '../contract/numbers.ts';
import { listLines, readByLine, readNumber, type Adapter } from './adapter.ts';

const row = /^test (.+?) \.\.\. bench: +([\d,.]+) ns\/iter \(\+\/- ([\d,.]+)\)/;

/** Rust's own `#[bench]`, as text or with `--format json`, and `--output-format bencher` of others. */
export const libtest: Adapter = {
  name: 'libtest',
  detects: ({ text }) => {
    for (const [line] of listLines(text)) if (readLine(line).length > 0) return true;
    return false;
  },
  read: ({ text }) =>
    readByLine(
      text,
      'line of a benchmark, such as "test sort ... bench: 12 ns/iter (+/- 3)"',
      readLine,
    ),
};

function readLine(line: string): ReportedNumber[] {
  const [, span, digits = ''] = row.exec(line) ?? [];
  const value = readNumber(digits);
  if (span !== undefined && value !== undefined) {
    return [{ span, metric: 'time', value, unit: 'ns', direction: 'lower' }];
  }
  return line.startsWith('{') && line.includes('"bench"') ? readEvent(line) : [];
}

function readEvent(line: string): ReportedNumber[] {
  let event: Record<string, unknown>;
  try {
    event = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return [];
  }
  const { type, name, median } = event;
  if (type !== 'bench' || typeof name !== 'string' || typeof median !== 'number' || median < 0)
    return [];
  return [{ span: name, metric: 'time', value: median, unit: 'ns', direction: 'lower' }];
}
