import { refuseEmpty, readTime, type Adapter } from './adapter.ts';
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
          const spread = spreadFrom(stats.get('n').maybeNumber());
          const times = { time: stats.get('avg'), p99: stats.get('p99') };
          return readTime({ span, unit: 'ns', ...spread }, times, leaveOut);
        });
      });
    return refuseEmpty(numbers, 'benchmark in "benches"');
  },
};
