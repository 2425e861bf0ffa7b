import { exitCode, type ExitCode } from '../../../contract/user-error.ts';
import type { StoreLsOptions } from '../../options.ts';
import { openRepository } from '../../store/choose-repository.ts';
import { tellSpans } from '../../store/tell-spans.ts';
import { withReader } from '../../store/with-reader.ts';
import { terminalOptions } from '../../terminal-options.ts';

/** `perigee store ls`: the suites, spans and metrics that the store has of a repository. */
export async function listStore(
  repository: string | undefined,
  options: StoreLsOptions,
): Promise<ExitCode> {
  const { name, found } = await withReader(options, async (reader) => {
    return { name: reader.name, found: await openRepository(reader, repository, options.suite) };
  });
  const { columns } = terminalOptions(process.stdout);
  process.stdout.write(
    options.format === 'json'
      ? `${JSON.stringify(found, null, 2)}\n`
      : tellSpans(name, found.repository, found.spans, columns),
  );
  return exitCode.nothingRegressed;
}
