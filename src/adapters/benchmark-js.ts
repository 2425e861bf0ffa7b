import { hasLine, readByLine, readNumber, type Adapter } from './adapter.ts';
import { spreadFrom } from './spread.ts';

const row = /^(.+?) x ([\d,.]+) ops\/sec ±([\d.]+)% \((\d+) runs? sampled\)$/;

/** The lines that benchmark.js prints for each benchmark. */
export const benchmarkJs: Adapter = {
  name: 'benchmark.js',
  detects: ({ text }) => hasLine(text, /\S x [\d,.]+ ops\/sec ±/),
  read: ({ text }) =>
    readByLine(
      text,
      'line of a benchmark, such as "sort x 5,672 ops/sec ±1.77% (80 runs sampled)"',
      (line) => {
        const [, span, rate = '', , runs = ''] = row.exec(line.trim()) ?? [];
        const value = readNumber(rate);
        if (span === undefined || value === undefined) return [];
        const direction = 'higher';
        return [
          {
            span,
            metric: 'throughput',
            value,
            unit: 'ops/s',
            direction,
            ...spreadFrom(Number(runs), undefined),
          },
        ];
      },
    ),
};
