import { countThings } from '../../contract/count-things.ts';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import type { FolderBudgets } from '../../web/api/explorer.ts';
import type { StoreChoice } from '../../web/api/explorer-process.ts';
import { measurePast } from '../../history/find-level-changes.ts';
import { chooseSeriesStore } from '../choose-series-store.ts';
import { listenForStop } from '../listen-for-stop.ts';
import { listHere } from '../ask-git.ts';
import { findOrigin, nameLocally } from '../name-repository.ts';
import type { StoreReader } from '../../store/series-store.ts';
import { openRuns } from '../open/gather-runs.ts';
import { type LocalSource, serveLocally } from '../open/serve-locally.ts';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { listRuns } from '../run-folder.ts';
import { withReader } from '../store/with-reader.ts';
import { findFolder } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { storePlace, type StorePlace } from '../shared-options.ts';

interface OpenOptions extends StorePlace {
  /** False: only print the address. */
  browser: boolean;
}

export function declareCommand(command: Command): void {
  storePlace(command)
    .option('--no-browser', 'only print the address')
    .action((options: OpenOptions) => end(openDashboard(options)));
}

/** `perigee open`: the dashboard of a store, or of the runs of this machine, until Ctrl-C. */
async function openDashboard(options: OpenOptions): Promise<ExitCode> {
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-open-'));
  const stop = listenForStop('the dashboard closes');
  try {
    const { repository, ...source } = await chooseSource(options, scratch);
    const file = join(findFolder(process.cwd()), 'perigee.yml');
    const readNow = () => readBudgets(repository, file);
    const dashboard = await serveLocally({ ...source, readBudgets: readNow }, (defect) => {
      process.stderr.write(`perigee: ${String(defect)}\n`);
    });
    const print = (): void => void process.stdout.write(`${dashboard.makeUrl(print)}\n`);
    print();
    process.stdout.write('The address works once; then another one follows. Ctrl-C ends it.\n');
    if (options.browser) openBrowser(dashboard.makeUrl(), scratch);
    if (!stop.signal.aborted) {
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    }
    await dashboard.close();
    return exitCode.nothingRegressed;
  } finally {
    stop.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Without a perigee.yml that can be read, nothing is known of budgets; other commands say what is wrong with it. */
async function readBudgets(
  repository: string | undefined,
  file: string,
): Promise<FolderBudgets | undefined> {
  if (repository === undefined) return undefined;
  try {
    const { budget, name } = await loadSuite(file);
    const ofSuites = budget === undefined ? [] : [{ suite: name, ...budget }];
    return { repository, ofSuites };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

interface Source extends LocalSource {
  /** What the folder is called in the store; undefined where nothing there is of it. */
  repository: string | undefined;
}

/** Without a store of a service, the runs of this machine are all that there is. */
async function chooseSource(options: OpenOptions, scratch: string): Promise<Source> {
  const choice = chooseSeriesStore(options, process.env);
  const root = findFolder(process.cwd());
  if (choice.kind === 'influx' || existsSync(choice.file)) {
    // A file that is no store is refused here, and not by every page.
    const repository = await withReader(options, (reader) => findOwn(reader, root));
    process.stdout.write(`${formatStore(options, choice)}, at\n`);
    return choice.kind === 'influx'
      ? { repository, store: choice }
      : { repository, store: choice, ...keepBeside(choice.file) };
  }
  if (options.file !== undefined) throw refuse(choice.file, 'name a file that the service writes');
  const file = join(scratch, 'series.sqlite');
  const runs = openRuns({ file, root });
  const many = await runs.gather();
  if (many === 0)
    throw refuse(
      choice.file,
      `measure first: \`perigee patch\`, or the newest commits: ${measurePast()}`,
    );
  process.stdout.write(`${countThings(many, 'run')} of this machine, at\n`);
  return { repository: nameLocally(root), store: { kind: 'sqlite', file }, runs };
}

/** Newest builds of a repository, one of which a clone of it has, and repositories that are looked through. */
const [mostLooked, mostStored] = [10, 100];

/** The repository of a folder in a store: that of its `origin`, else, under whichever name, one that measured its commits. */
async function findOwn(reader: StoreReader, root: string): Promise<string | undefined> {
  const stored = await reader.listRepositories();
  const named = findOrigin(root);
  if (named !== undefined && stored.includes(named)) return named;
  const commitsOf = new Map<string, string[]>();
  for (const repository of stored.slice(0, mostStored)) {
    const builds = await reader.listBuilds(repository, mostLooked);
    commitsOf.set(
      repository,
      builds.flatMap(({ baseline, commit }) => [commit, baseline]),
    );
  }
  const here = listHere(root, [...commitsOf.values()].flat());
  return stored.find((repository) => commitsOf.get(repository)?.some((one) => here.has(one)));
}

/** Keeps them where the service does; nowhere beside a store that this user may only read. */
function keepBeside(file: string): Pick<LocalSource, 'keptIn'> {
  const keptIn = join(dirname(file), 'dashboard');
  try {
    makeDataFolder(keptIn);
    return { keptIn };
  } catch {
    return {};
  }
}

function formatStore({ file }: OpenOptions, choice: StoreChoice): string {
  const store =
    choice.kind === 'influx' ? 'The InfluxDB of the service' : `The store ${choice.file}`;
  return file === undefined && listRuns(findFolder(process.cwd())).length > 0
    ? `${store}. Runs of this machine are in it once you publish them (perigee publish --all). It is`
    : store;
}

function refuse(file: string, remedy: string): UserError {
  return new UserError({
    where: file,
    seen: 'there is no series store, and no finished run in .perigee/runs',
    expected: 'the store of a service, or runs of this machine',
    remedy,
  });
}

/**
 * Without a browser, the address is printed all the same. Every user can read the arguments of a program, and the token
 * works once, for the first who uses it: a file that only this user can read holds the address.
 */
function openBrowser(url: string, scratch: string): void {
  const { env, platform } = process;
  const hasScreen = env['DISPLAY'] !== undefined || env['WAYLAND_DISPLAY'] !== undefined;
  if (platform === 'linux' && !hasScreen) return;
  const file = join(scratch, 'open.html');
  const page = `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0; url=${url}">\n`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  const address = pathToFileURL(file).href;
  const programs: Partial<Record<NodeJS.Platform, [string, string[]]>> = {
    darwin: ['open', [address]],
    win32: ['rundll32', ['url.dll,FileProtocolHandler', address]],
  };
  const [program, args] = programs[platform] ?? ['xdg-open', [address]];
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
