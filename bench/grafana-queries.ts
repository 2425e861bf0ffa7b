/**
 * Runs every query of every panel that asks InfluxDB against real servers, 2.7 and 1.8, which our own store has
 * filled, and compares the answers with what the same builds give that went through SQLite. A table of them all.
 *   node bench/grafana-queries.ts [--interval 1h]
 */
import { parseArgs } from 'node:util';
import { startInflux } from '../test/servers/influx/start-influx.ts';
import { compareAnswers, type Comparison } from '../test/dashboards/influx-world.ts';

const { values: options } = parseArgs({
  options: { interval: { type: 'string', default: '1h' } },
});
const interval = options.interval === '1d' ? '1d' : '1h';
const results = new Map<string, Map<number, Comparison>>();
for (const version of [2, 1] as const) {
  const server = await startInflux(version);
  try {
    for (const one of await compareAnswers(await server.createBucket('table'), interval)) {
      const own = results.get(one.question) ?? new Map<number, Comparison>();
      results.set(one.question, own.set(version, one));
    }
  } finally {
    await server.remove();
  }
}

const width = Math.max(...[...results.keys()].map(({ length }) => length));
console.log(
  `${'dashboard / panel / query'.padEnd(width)}  lines   rows  InfluxDB 2.7  InfluxDB 1.8`,
);
let different = 0;
for (const [question, own] of results) {
  const { rows = 0, series = 0 } = own.get(2) ?? {};
  const judged = [2, 1].map((version) => judge(own.get(version)).padStart(12));
  const counts = `${String(series).padStart(5)}  ${String(rows).padStart(5)}`;
  console.log(`${question.padEnd(width)}  ${counts}  ${judged.join('  ')}`);
}
console.log(`${results.size} queries; ${different} answers differ from the store`);

function judge(compared: Comparison | undefined): string {
  const isSame =
    compared !== undefined && JSON.stringify(compared.answer) === JSON.stringify(compared.wanted);
  if (!isSame) different += 1;
  return isSame ? 'as stored' : 'differs';
}
