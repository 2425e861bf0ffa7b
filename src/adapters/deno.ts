import { refuseEmpty, requireJudged, type Adapter } from './adapter.ts';
import { requireJson } from './json.ts';
import { spreadFrom } from './spread.ts';

/** `deno bench --json`: times in nanoseconds. */
export const deno: Adapter = {
  name: 'deno',
  detects: ({ json }) => json?.get('runtime').maybeText()?.startsWith('Deno/') === true,
  read(output, leaveOut) {
    const numbers = requireJson(output)
      .get('benches')
      .flatMap((bench) => {
        // Names are unique in a file.
        const file = bench
          .get('origin')
          .maybeText()
          ?.replace(/^file:\/\//, '');
        const path = [file, bench.get('group').maybeText(), bench.get('name').text()];
        const span = path.filter((part) => part !== undefined).join(' > ');
        return bench.get('results').flatMap((result) => {
          const stats = result.get('ok');
          if (!stats.isThere) {
            leaveOut(span);
            return [];
          }
          const common = { span, unit: 'ns', direction: 'lower' } as const;
          const value = requireJudged(stats.get('avg'), span, 'time', leaveOut);
          if (value === undefined) return [];
          const p99 = stats.get('p99').maybeNumber();
          return [
            {
              ...common,
              metric: 'time',
              value,
              ...spreadFrom(stats.get('n').maybeNumber(), undefined),
            },
            ...(p99 === undefined ? [] : [{ ...common, metric: 'time.p99', value: p99 }]),
          ];
        });
      });
    return refuseEmpty(numbers, 'benchmark in "benches"');
  },
};
