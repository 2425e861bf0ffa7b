import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { initInflux } from '../../series/influx/init-influx.ts';
import type { Retention } from '../../series/retention.ts';
import { StoreUnavailable } from '../../series/series-store.ts';
import { initSqlite } from '../../series/sqlite/init-sqlite.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import type { StoreInitOptions } from '../options.ts';

/** `perigee store init`: makes the store of series, and says how long it keeps what. */
export async function initStore(options: StoreInitOptions): Promise<ExitCode> {
  const choice = chooseSeriesStore(options, process.env);
  const retention: Retention = {
    ...(options.keep === 0 ? {} : { keepDays: options.keep }),
    ...(options.keepMedians === 0 ? {} : { keepMediansDays: options.keepMedians }),
  };
  try {
    const lines =
      choice.kind === 'sqlite'
        ? initSqlite(choice.file, retention)
        : await initInflux(choice.settings, retention);
    process.stdout.write(`${lines.join('\n')}\n`);
    return exitCode.nothingRegressed;
  } catch (cause) {
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new UserError({
      seen: cause.message,
      expected: 'a store that answers, and a user who may make buckets and tasks in it',
      remedy: 'look at its address and its token, and whether it runs',
      cause,
    });
  }
}
