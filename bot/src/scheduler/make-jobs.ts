import { createTurns } from '../../../src/async/take-turns.ts';
import type { BuildKey, Told } from '../../../src/contract/documents.ts';
import type { Delivery } from '../deliveries/delivery.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { type Repository, type Subject, subjectKey } from '../subject.ts';
import {
  findByBuild,
  findByCommit,
  findByTarget,
  listOfInstallation,
  type SearchPorts,
} from './find-subjects.ts';
import type { Job } from './job-queue.ts';
import type { WorkPorts } from './ports.ts';
import { createLookApart, type LookApart } from './suspects.ts';

export interface JobMaker {
  look(subject: Subject): Job;
  /** For messages about a commit: whose head is it? */
  searchCommit(repository: Repository, commit: string, pushedTo?: string): Job;
  searchBuild(build: BuildKey): Job;
  searchInstallation(installation: number): Job;
  /** For what changes the perigee.yml of a branch, or files it may name: what is to be merged there? */
  searchTarget(repository: Repository, branch: string, yaml?: readonly string[]): Job;
  command(delivery: Delivery & { what: Extract<Told, { kind: 'comment' | 'button' }> }): Job;
}

const afterRefusalMs = 24 * 3_600_000;

type Place = Pick<Job, 'account' | 'owner'>;

function placeOf({ installation, id }: Repository): Place {
  return { account: String(installation), owner: String(id) };
}

/** Its repository is not known yet: it only reads, and waits for no turn to write. */
function inSearchOf(owner: string): Place {
  return { account: 'unknown', owner };
}

export function createJobMaker(ports: WorkPorts & SearchPorts): JobMaker {
  const { directory, ledger, logger, nowMs } = ports;
  /** A message or note names the installation of its time. If that is gone, retry with the current one. */
  const whereItIs = async <T>(
    repository: Repository,
    work: (repository: Repository) => Promise<T>,
  ): Promise<T> => {
    try {
      return await work(repository);
    } catch (error) {
      if (!(error instanceof Refused) || !error.isOfInstallation) throw error;
      const now = await directory.findAgain(repository);
      if (now === undefined) throw error;
      const { owner, name, installation } = now;
      logger.log('info', 'goes on with another installation', {
        ...{ repository: `${owner}/${name}`, installation, before: repository.installation },
      });
      return work(now);
    }
  };
  const lookApart: LookApart =
    ports.marks === undefined ? (_, work) => work() : createLookApart(ports, ports.marks);
  const look = (subject: Subject): Job => ({
    ...{ key: `look ${subjectKey(subject)}`, ...placeOf(subject.repository), of: 'look' },
    run: async (signal) => {
      try {
        await lookApart(subject, () =>
          whereItIs(subject.repository, async (repository) => {
            const now = { ...subject, repository };
            await ports.reconcile(now, signal);
            if (subjectKey(now) !== subjectKey(subject)) forget(ledger, subject);
          }),
        );
      } catch (error) {
        // A due look stays due. The app may be gone from there, with all that it had to look at.
        if (error instanceof Refused) ledger.scheduleLook(subject, nowMs() + afterRefusalMs);
        throw error;
      }
      return [];
    },
    postpone: (pauseMs) => ledger.scheduleLook(subject, nowMs() + pauseMs),
  });
  const search = (key: string, place: Place, find: Job['run']): Job => ({
    ...{ key: `search ${key}`, ...place, of: 'search' },
    run: find,
  });
  // Commands on one pull request are done in their order: to accept, and to take it back.
  const inTurn = createTurns();
  const searchCommit = (repository: Repository, commit: string, pushedTo = ''): Job =>
    search(`${repository.id} ${commit} ${pushedTo}`, placeOf(repository), () =>
      whereItIs(repository, async (now) =>
        (await findByCommit(ports, now, commit, pushedTo)).map(look),
      ),
    );
  return {
    ...{ look, searchCommit },
    searchBuild: (build) =>
      search(`${build.repository} ${build.runId}`, inSearchOf(build.repository), async (signal) => {
        const repository = await directory.find(build.repository);
        // The app is not installed there.
        if (repository === undefined) return [];
        return whereItIs(repository, async (now) =>
          (await findByBuild(ports, now, build, signal)).map(look),
        );
      }),
    searchInstallation: (installation) =>
      search(`installation ${installation}`, inSearchOf(String(installation)), async () =>
        (await listOfInstallation(ports, installation)).map(look),
      ),
    searchTarget: (repository, branch, yaml) =>
      search(JSON.stringify([repository.id, branch, yaml]), placeOf(repository), () =>
        whereItIs(repository, async (now) =>
          (await findByTarget(ports, now, branch, yaml)).map(look),
        ),
      ),
    command: (delivery) => {
      const { repository, what, id } = delivery;
      const line = `${repository.id} ${what.kind === 'comment' ? what.number : what.commit}`;
      return {
        ...{ key: `command ${repository.id} ${id}`, ...placeOf(repository), of: 'command' },
        run: async () => {
          await inTurn(line, () =>
            whereItIs(repository, (now) => ports.executeCommand({ ...delivery, repository: now })),
          );
          return looksAgain(what) ? [searchCommit(repository, what.commit)] : [];
        },
      };
    },
  };
}

/** It has another name by now, under which it was looked at. */
function forget(ledger: WorkPorts['ledger'], subject: Subject): void {
  ledger.noteFinished(subject, true);
  ledger.scheduleLook(subject, undefined);
}

type Wanted = Parameters<JobMaker['command']>[0]['what'];

/** "Re-run" asks for a new check, even if there is nothing to run again. */
function looksAgain(what: Wanted): what is Extract<Wanted, { kind: 'button' }> {
  return what.kind === 'button' && what.button === 'rerun';
}
