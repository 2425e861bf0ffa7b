import { userInfo } from 'node:os';
import { existsSync } from 'node:fs';
import {
  type Alert,
  type AlertState,
  alertStates,
  isAlertOpen,
  needsReason,
} from '../../contract/alerts.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { isReason, moveAlert } from '../../history/alerts/settle-alert.ts';
import { openRepository as openGit } from '../../runner/revisions/repository.ts';
import {
  branchOf,
  keepAlerts,
  listComing,
  readAlarms,
} from '../../pipeline/history/keep-alerts.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import { readBranch } from '../history/read-branch.ts';
import { renderAlertText, renderAlertTable } from '../history/render-alert-table.ts';
import { explainUnread } from '../history/explain-unread.ts';
import { isShort } from '../history/render-quiet.ts';
import { openRepository } from '../store/choose-repository.ts';
import { refuseMissing, withAlerts, withReader } from '../store/with-reader.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot } from '../workplace.ts';
import { Argument, type Command } from 'commander';
import { end } from '../end-with.ts';
import { following, type HistoryOptions, parseBuilds } from '../shared-options.ts';

interface AlertsOptions extends Omit<HistoryOptions, 'metric'> {
  /** Closed ones too. */
  all?: boolean;
  /** Why it comes into the state. */
  because?: string;
}

export function declareCommand(command: Command): void {
  following(
    command
      .argument(
        '[number]',
        'only this alert, with its series and all that was said of it',
        parseBuilds,
      )
      .addArgument(new Argument('[state]', 'where it stands from now on').choices(alertStates))
      .option('--because <reason>', 'why; needed for explained, noise and accepted')
      .option('--all', 'closed alerts too'),
  )
    .addHelpText(
      'after',
      '\nExit codes: 0; 2 wrong usage, or no such alert; 3 the store is unreachable.',
    )
    .action((number: number | undefined, state: AlertState | undefined, options: AlertsOptions) =>
      end(printAlerts({ number, state }, options)),
    );
}

interface AskedAlert {
  /** Absent: all. */
  number: number | undefined;
  /** Absent: it is only shown. */
  state: AlertState | undefined;
}

/** `perigee alerts`: what made the branch worse, one alert for each change, and where each stands. */
async function printAlerts(
  { number, state }: AskedAlert,
  options: AlertsOptions,
): Promise<ExitCode> {
  const { columns } = terminalOptions(process.stdout);
  const file = chooseFile(options);
  if (number !== undefined && state !== undefined) {
    const alert = await setState(file, { number, state }, options);
    process.stdout.write(`${renderAlertText(alert, columns)}\n`);
    return exitCode.nothingRegressed;
  }
  const { histories, machines, placeOf } = await readBranch(
    undefined,
    options,
    'blocking',
    withReader,
  );
  const alarmsOf = await withReader(options, (reader) => readAlarms(reader, machines, placeOf));
  const { repository } = histories;
  const all = withAlerts(file, (alerts) => {
    keepAlerts(histories, alarmsOf, { alerts, atMs: Date.now() });
    return alerts.listAlerts(repository);
  });
  const ofBranch = all.filter(({ branch }) => branch === branchOf(histories.mainline));
  const ofSuite = ofBranch.filter(({ suite }) => suite === (options.suite ?? suite));
  const one = number === undefined ? undefined : findAlert(ofSuite, number);
  const isShown = (alert: Alert): boolean => options.all === true || isAlertOpen(alert);
  const shown = one === undefined ? ofSuite.filter(isShown) : [one];
  const { branch } = histories.mainline;
  const closed = ofSuite.length - shown.length;
  const unread = explainUnread(histories);
  const short = histories.followed.filter(isShort).length;
  const text =
    options.format === 'json'
      ? JSON.stringify({ repository, branch, alerts: shown }, null, 2)
      : one === undefined
        ? renderAlertTable(shown, {
            ...{ repository, branch, closed, columns, short, unread },
            coming: listComing(histories, alarmsOf, ofBranch),
          })
        : renderAlertText(one, columns);
  process.stdout.write(`${text}\n`);
  return exitCode.nothingRegressed;
}

function findAlert(alerts: readonly Alert[], number: number): Alert {
  const found = alerts.find((alert) => alert.number === number);
  if (found !== undefined) return found;
  throw new UserError({
    seen: `there is no alert ${number}`,
    expected: 'a number that `perigee alerts --all` shows',
  });
}

async function setState(
  file: string,
  { number, state }: { number: number; state: AlertState },
  options: AlertsOptions,
): Promise<Alert> {
  const because = isReason(options.because ?? '') ? options.because : undefined;
  const refuse = (alert: Pick<Alert, 'budget'>): void => {
    if (because !== undefined || !needsReason(state, alert)) return;
    throw new UserError({
      where: '--because',
      seen: `it is missing, and ${state} needs a reason`,
      expected: `for example --because "the new format costs 3%"`,
    });
  };
  refuse({});
  const { repository } = await withReader(options, (reader) =>
    openRepository(reader, options.repository, options.suite),
  );
  const by = await findPerson();
  const why = because === undefined ? {} : { because: because.slice(0, 500) };
  const changed = withAlerts(file, (alerts) =>
    alerts.changeAlert(repository, number, (alert) => {
      refuse(alert);
      return moveAlert(alert, { state, by, ...why, atMs: Date.now() });
    }),
  );
  return changed ?? findAlert([], number);
}

async function findPerson(): Promise<string> {
  const git = await openGit(findRoot(process.cwd()), process.env);
  const { stdout } = await git.git(['config', 'user.name']);
  return stdout.trim().slice(0, 100) || userInfo().username;
}

/** @throws UserError where alerts are kept elsewhere */
function chooseFile(options: AlertsOptions): string {
  const choice = chooseSeriesStore(options, process.env);
  if (choice.kind === 'sqlite' && existsSync(choice.file)) return choice.file;
  if (choice.kind === 'sqlite') throw refuseMissing(choice.file);
  throw new UserError({
    seen: 'the series are in InfluxDB, which keeps no alerts',
    expected: 'an embedded store',
    remedy: 'set up the bot, which keeps alerts in its ledger; `perigee history` shows the changes',
  });
}
