import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { BuildEvent, PublishedRun } from '../../contract/documents.ts';
import { countThings } from '../../contract/count-things.ts';
import { exitCode, type ExitCode, UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { makePlain } from '../../report/plain-text.ts';
import { artifactFiles } from '../../transport/artifacts/artifact-limits.ts';
import type { ArtifactStore } from '../../transport/artifacts/artifact-store.ts';
import { buildFolder, openDirectoryStore } from '../../transport/artifacts/directory.ts';
import type { BuildOrigin } from '../../transport/artifacts/describe-shard.ts';
import { packArtifact, type PackedArtifact } from '../../transport/artifacts/pack-artifact.ts';
import type { EventLog } from '../../transport/eventlog/event-log.ts';
import { nameRepository } from '../name-repository.ts';
import { openPlaces } from '../place-on-branch.ts';
import { findRun, listRuns, runFiles, runsFolder } from '../run-folder.ts';
import { findRoot } from '../workplace.ts';
import { end } from '../end-with.ts';
import { settingsHelp } from '../shared-options.ts';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import { nameData, readConfig } from '../../settings/read-config.ts';
import { readEvents } from '../../settings/read-events.ts';
import { nameWorst } from '../../verdict/name-worst.ts';
import type { EventQueue } from '../../transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../../transport/eventlog/sqlite/sqlite-queue.ts';

interface PublishOptions {
  /** Every run that can be. */
  all?: boolean;
  /** The data folder of a service. */
  to?: string;
  /** `owner/name` */
  repository?: string;
  config?: string;
}

export function declareCommand(command: Command): void {
  command
    .argument('[runs...]', 'their ids or folders (default: the newest)')
    .option('--all', 'every finished run of this machine')
    .option('--to <folder>', 'data folder of the service (default: from its settings)')
    .option('--repository <owner/name>', 'repository of the history (default: from `origin`)')
    .option('--config <file>', settingsHelp)
    .action((runs: readonly string[], options: PublishOptions) => end(publishRuns(runs, options)));
}

const patienceMs = 10_000;

/**
 * `perigee publish`: hands finished runs to the service, each as the shard of a build. It leaves the artifact
 * where the service looks, and then writes the event; a run that is handed over twice changes nothing.
 * @param named the newest run where there are none
 */
async function publishRuns(named: readonly string[], options: PublishOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  if (options.all === true && named.length > 0) throw refuseNames(named);
  const { left, runs } = options.all === true ? readAll(root) : readNamed(root, named);
  const repository = nameRepository(root, options.repository);
  const placeOf = await openPlaces(
    root,
    runs.flatMap(({ committed }) => committed),
  );
  const intake = openIntake(options);
  try {
    for (const { committed, folder, published: own } of runs) {
      const published = { ...placeOf(committed[0]?.commit ?? ''), ...own };
      await publishRun(folder, { repository, published }, intake);
    }
    if (options.all === true) process.stdout.write(formatAll(runs.length, left));
    if (intake.made !== undefined) process.stderr.write(formatMade(intake.made));
    return exitCode.nothingRegressed;
  } finally {
    await intake.queue.close();
  }
}

type ReadRun = ReturnType<typeof readRun>;

interface ReadRuns {
  runs: ReadRun[];
  /** Why each of the others cannot be published, with its id. */
  left: string[];
}

function readNamed(root: string, named: readonly string[]): ReadRuns {
  const asked = named.length === 0 ? [undefined] : named;
  return { runs: asked.map((name) => readRun(findRun(root, name, runFiles.record))), left: [] };
}

/** The oldest first. @throws UserError when none can be published */
function readAll(root: string): ReadRuns {
  const found: ReadRuns = { runs: [], left: [] };
  for (const id of listRuns(root).toReversed()) {
    const folder = join(runsFolder(root), id);
    try {
      const run = existsSync(join(folder, runFiles.record)) ? readRun(folder) : undefined;
      // Of an interrupted run, the rest may still be measured.
      if (run?.isComplete === true) found.runs.push(run);
      else found.left.push(`${id} did not finish`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      found.left.push(`${id}: ${error.facts.seen}`);
    }
  }
  if (found.runs.length > 0) return found;
  // Where there is no run at all, this says it.
  if (found.left.length === 0) return readNamed(root, []);
  const remedy = 'measure first, or finish one: `perigee run --resume ID`';
  throw new UserError({ seen: 'no run here has finished', also: found.left.slice(0, 10), remedy });
}

function formatAll(many: number, left: readonly string[]): string {
  const without = left.length === 0 ? '' : `, ${countThings(left.length, 'run')} left out:`;
  return (
    makePlain(`${countThings(many, 'run')} published${without} ${left.join('; ')}`).trim() + '\n'
  );
}

function refuseNames(named: readonly string[]): UserError {
  return new UserError({
    where: '--all',
    seen: `it stands beside ${named.join(', ')}`,
    expected: 'either --all or the ids of runs',
  });
}

/** A run in the words of its verdict, and its commit, of which git may know more: no CI knows it. */
function readRun(folder: string) {
  const read = <Name extends 'run-record' | 'verdict'>(name: Name, file: string) =>
    parseDocument(name, readFileSync(join(folder, file), 'utf8'), join(folder, file));
  const { after, branch, status } = read('run-record', runFiles.record);
  const verdict = existsSync(join(folder, runFiles.verdict))
    ? read('verdict', runFiles.verdict)
    : undefined;
  const published: PublishedRun = {
    ...(verdict === undefined ? {} : { conclusion: verdict.conclusion, worst: nameWorst(verdict) }),
    ...(after.dirty === true ? { isUncommitted: true } : {}),
  };
  const committed = after.dirty === true ? [] : [{ commit: after.commit, branch }];
  return { folder, committed, published, isComplete: status === 'complete' };
}

type Origin = Pick<BuildOrigin, 'repository' | 'published'>;

async function publishRun(runFolder: string, origin: Origin, intake: Intake): Promise<void> {
  const build = { ...origin, runId: basename(runFolder) };
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-publish-'));
  try {
    const now = new Date().toISOString();
    const request = { runFolder, into: scratch, build, store: 'directory' as const, now };
    const artifact = await packArtifact(request);
    const { suite } = artifact.record;
    const folder = buildFolder(intake.artifacts, build);
    const kept = await keep(openDirectoryStore(folder), artifact);
    await append(intake.queue.log, kept.event);
    const said = kept.isNew ? 'handed over' : 'was published before; its event was sent again';
    process.stdout.write(
      `run ${build.runId} of suite ${suite} ${said}, as ${build.repository}\n` +
        `  artifact: ${join(folder, artifact.name)}\n` +
        `  event:    ${intake.queue.log.name}\n`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A name that is written wrongly makes a folder that no service ever looks into. */
function formatMade(folder: string): string {
  return (
    `made ${makePlain(folder)}, with an event log and a store of artifacts in it: ` +
    'check that your service uses this folder. `perigee serve` stores what is in it, until Ctrl-C\n'
  );
}

/** Artifacts are never replaced: of one that is there, its own event is the true one. */
async function keep(
  store: ArtifactStore,
  artifact: PackedArtifact,
): Promise<{ event: BuildEvent; isNew: boolean }> {
  try {
    await store.upload(artifact);
    return { event: artifact.event, isNew: true };
  } catch (error) {
    const { name, bytes } = artifact;
    const there = (await store.list()).some((stored) => stored.name === name);
    if (!there) throw error;
    const files = await store.read({ name, id: name, bytes }, [artifactFiles.event]);
    const text = files.get(artifactFiles.event)?.toString('utf8') ?? '';
    return { event: parseDocument('build-event', text, artifactFiles.event), isNew: false };
  }
}

async function append(log: EventLog, event: BuildEvent): Promise<void> {
  try {
    await log.append(event, AbortSignal.timeout(patienceMs));
  } catch (cause) {
    throw new UserError({
      where: log.name,
      seen: `the event was not accepted: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: 'a log that can be written to',
      remedy: 'run the same command again when it can: the artifact is there already',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  }
}

/** A service that takes builds in that no CI made. */
interface Intake {
  /** Folder of the directory store. */
  artifacts: string;
  queue: EventQueue;
  /** A data folder that was not there, and now is: perhaps not the one that was meant. */
  made?: string;
}

/**
 * A data folder that was named, with the usual names in it, wins over the settings. The first to publish creates the
 * log; a service that starts later reads it from its beginning.
 * @throws UserError for settings that are wrong, and for a data folder that is none
 */
function openIntake({ to, config }: PublishOptions): Intake {
  if (to !== undefined) {
    if (existsSync(to) && !statSync(to).isDirectory()) throw refuseFolder(to);
    const made = makeDataFolder(to) ? to : undefined;
    const queue = openSqliteQueue({ file: join(to, 'events.sqlite') });
    return { artifacts: join(to, 'artifacts'), made, queue };
  }
  const value = readConfig(config, process.env);
  const data = nameData(value);
  const { events } = readEvents(value.events, data, process.env, (secret) => secret);
  const artifacts = value.artifacts?.directory ?? join(data, 'artifacts');
  const folders = [artifacts, ...(events.kind === 'kafka' ? [] : [events.file])].map(dirname);
  const [made] = folders.filter((folder) => makeDataFolder(folder));
  const queue = events.kind === 'kafka' ? openKafkaQueue(events.settings) : openSqliteQueue(events);
  return { artifacts, made, queue };
}

function refuseFolder(to: string): UserError {
  return new UserError({
    where: '--to',
    seen: `${to} is no folder`,
    expected: 'the data folder of a service, for example perigee-data',
  });
}
