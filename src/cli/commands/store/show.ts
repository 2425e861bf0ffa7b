import { exitCode, type ExitCode } from '../../../contract/user-error.ts';
import type { StoreShowOptions } from '../../options.ts';
import { openRepository } from '../../store/choose-repository.ts';
import { findSpans, keepWithMetric } from '../../store/find-series.ts';
import { readLastBuilds } from '../../../pipeline/history/read-last-builds.ts';
import { describeSeries, type SeriesShown, tellSeries } from '../../store/tell-series.ts';
import { withReader } from '../../store/with-reader.ts';
import { terminalOptions } from '../../terminal-options.ts';

/** As many as a person looks at; a machine gets all of them. */
const mostShown = 10;

/** `perigee store show`: the last values of the series that a name stands for. */
export async function showSeries(asked: string, options: StoreShowOptions): Promise<ExitCode> {
  const { metric, last, format } = options;
  const { shown, left } = await withReader(options, async (reader) => {
    const { spans } = await openRepository(reader, options.repository, options.suite);
    const all = keepWithMetric(reader, findSpans(reader, spans, asked), metric);
    const wanted = format === 'json' ? all : all.slice(0, mostShown);
    const shown: SeriesShown[] = [];
    for (const span of wanted) {
      shown.push({ span, metric, builds: await readLastBuilds(reader, span, metric, last) });
    }
    return { shown, left: all.length - wanted.length };
  });
  if (format === 'json') {
    process.stdout.write(`${JSON.stringify(shown.map(describeSeries), null, 2)}\n`);
    return exitCode.nothingRegressed;
  }
  const { columns } = terminalOptions(process.stdout);
  process.stdout.write(shown.map((one) => tellSeries(one, columns)).join('\n'));
  if (left > 0) process.stdout.write(`\nand ${left} more series: --format json has all of them\n`);
  return exitCode.nothingRegressed;
}
