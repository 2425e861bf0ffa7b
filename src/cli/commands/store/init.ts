import { dirname } from 'node:path';
import { exitCode, type ExitCode } from '../../../contract/user-error.ts';
import { makeDataFolder } from '../../../settings/make-data-folder.ts';
import { initInflux } from '../../../store/influx/init-influx.ts';
import type { AskedRetention } from '../../../store/retention.ts';
import { StoreUnavailable } from '../../../store/series-store.ts';
import { initSqlite } from '../../../store/sqlite/init-sqlite.ts';
import { chooseSeriesStore } from '../../choose-series-store.ts';
import type { StoreInitOptions } from '../../options.ts';
import { tellUnreachable } from '../../store/with-reader.ts';

/** `perigee store init`: makes the store of series, and says how long it keeps what. */
export async function initStore(options: StoreInitOptions): Promise<ExitCode> {
  const choice = chooseSeriesStore(options, process.env);
  const asked: AskedRetention = {
    keepDays: options.keep,
    keepMediansDays: options.keepMedians,
  };
  try {
    if (choice.kind === 'sqlite') makeDataFolder(dirname(choice.file));
    const lines =
      choice.kind === 'sqlite'
        ? initSqlite(choice.file, asked)
        : await initInflux(choice.settings, asked);
    process.stdout.write(`${lines.join('\n')}\n`);
    return exitCode.nothingRegressed;
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw tellUnreachable(
      cause,
      'a store that answers, and a user who may make buckets and tasks in it',
    );
  }
}
