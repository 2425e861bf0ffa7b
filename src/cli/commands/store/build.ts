import { exitCode, type ExitCode } from '../../../contract/user-error.ts';
import type { BuildPoints, StoredSpan } from '../../../series/series-point.ts';
import type { StoreReader } from '../../../series/store-reader.ts';
import type { StoreBuildOptions } from '../../options.ts';
import { openRepository, quote, refuse } from '../../store/choose-repository.ts';
import { readLastBuilds } from '../../../steps/history/read-last-builds.ts';
import { describeBuild, tellBuild } from '../../store/tell-build.ts';
import { withReader } from '../../store/with-reader.ts';
import { terminalOptions } from '../../terminal-options.ts';

const newestNamed = 5;

/** `perigee store build`: what is stored of a build, of each suite that it ran. */
export async function showBuild(runId: string, options: StoreBuildOptions): Promise<ExitCode> {
  const found = await withReader(options, (reader) => readSuites(reader, runId, options));
  const { columns } = terminalOptions(process.stdout);
  process.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify(found.map(describeBuild), null, 2)}\n`
      : found.map((one) => tellBuild(one, columns)).join('\n'),
  );
  return exitCode.nothingRegressed;
}

async function readSuites(
  reader: StoreReader,
  runId: string,
  options: StoreBuildOptions,
): Promise<BuildPoints[]> {
  const { repository, spans } = await openRepository(reader, options.repository, options.suite);
  const found: BuildPoints[] = [];
  for (const suite of new Set(spans.map((span) => span.suite))) {
    const build = await reader.readBuild({ repository, suite, runId });
    if (build !== undefined) found.push(build);
  }
  if (found.length > 0) return found;
  throw refuse(reader, `no run ${quote(runId)}`, runId, await listNewest(reader, spans));
}

/** Builds of the first span of each suite: enough to show what ids look like. */
async function listNewest(reader: StoreReader, spans: readonly StoredSpan[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [span] of Map.groupBy(spans, ({ suite }) => suite).values()) {
    const metric = span?.metrics[0];
    if (span === undefined || metric === undefined) continue;
    const builds = await readLastBuilds(reader, span, metric, newestNamed);
    ids.push(...builds.map(({ build }) => build.runId).reverse());
  }
  return ids;
}
