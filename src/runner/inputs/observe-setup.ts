import type { Observation, ObservedPlace, Observer } from '../../contract/observation.ts';
import { isAboutQuestions, makesLinks } from '../../contract/observation.ts';
import type { BuildOfSide } from '../bench.ts';
import type { ObserveCommand, SideSetup } from '../setup/set-up-side.ts';
import { listInputs, uniteInputs, type Inputs } from './list-inputs.ts';
import { type Manifest, relativeTo, takeManifest } from './manifest.ts';
import { uniteObservations } from './unite-observations.ts';

/** The reads of setup's commands in one build. */
export interface SetupObserving {
  /** @returns nothing for a build that is not the observed one */
  follow(where: BuildOfSide): Pick<SideSetup, 'giveUp' | 'observe'>;
  /**
   * @param after as setup left the checkout
   * @returns undefined where no command ran, such as with a kept build
   */
  conclude(after: Manifest, other: Pick<Manifest, 'root'>): Inputs | undefined;
  /** Everything that the commands touched; undefined if none ran. */
  unite(): Observation | undefined;
}

export function observeSetup(
  observer: Observer,
  folder: string,
  side: BuildOfSide['side'],
  seen: Pick<ObservedPlace, 'scratch' | 'seenAt'> = {},
): SetupObserving {
  const all: Observation[] = [];
  let isGivenUp = false;
  // Links may lead elsewhere before setup than after it.
  const before = takeManifest(folder, seen);
  const observe: ObserveCommand = async (run) => {
    const { ended, observation } = await observer.observe(
      { folder, directory: folder, ...seen },
      run,
    );
    all.push(observation);
    return ended;
  };
  // A setup that fails while it is observed runs again without.
  const giveUp = (): void => {
    isGivenUp = true;
  };
  const unite = () => (isGivenUp || all.length === 0 ? undefined : uniteObservations(all));
  return {
    follow: (where) => (where.side === side && where.build === 0 ? { observe, giveUp } : {}),
    unite,
    conclude: (after, other) => {
      if (unite() === undefined) return undefined;
      const seen = settleLinks(all, before, after).map(relyOnOpens);
      const states = [before, after, addNewLinks(before, after)];
      const read = uniteInputs(
        seen.flatMap((one) => states.map((manifest) => listInputs(one, manifest, other))),
      );
      return withoutMade(read, before);
    },
  };
}

/**
 * A link that setup made once, where nothing was, and that is still there, leads where it always led. Then it is enough to
 * follow paths through it as well.
 */
function settleLinks(
  all: readonly Observation[],
  before: Manifest,
  after: Manifest,
): readonly Observation[] {
  const links = all.flatMap((one) => one.links ?? []);
  const isNew = (link: string): boolean => {
    const path = relativeTo(before.root, link);
    if (path === undefined || before.entries.has(path)) return false;
    return after.entries.get(path)?.kind === 'link';
  };
  const isKept = [...before.entries].every(([path, entry]) => {
    const now = after.entries.get(path);
    return entry.kind !== 'link' || (now?.kind === 'link' && now.target === entry.target);
  });
  if (!isKept || new Set(links).size < links.length || !links.every(isNew)) return all;
  return all.map((one) => ({ ...one, doubts: one.doubts.filter((why) => why !== makesLinks) }));
}

/** While setup ran, what it took away later was there beside the links that it had made. */
function addNewLinks(before: Manifest, after: Manifest): Manifest {
  const links = [...after.entries].filter(([, { kind }]) => kind === 'link');
  return { ...before, entries: new Map([...links, ...before.entries]) };
}

/**
 * For files that setup made, the first name that was not there before is enough: only if a change brings that name can
 * anything below it be another.
 */
function withoutMade(inputs: Inputs, before: Manifest): Inputs {
  const isThere = (path: string) => path === '' || before.entries.has(path);
  const paths = new Set([...inputs.paths, ...inputs.listed].map((path) => cutMade(path, isThere)));
  paths.delete('');
  return { ...inputs, paths, listed: new Set([...inputs.listed].filter(isThere)) };
}

function cutMade(path: string, isThere: (path: string) => boolean): string {
  const steps = path.split('/');
  const made = steps.findIndex((_, at) => !isThere(steps.slice(0, at + 1).join('/')));
  return made < 0 ? path : steps.slice(0, made + 1).join('/');
}

/**
 * Setup makes links and talks to registries. What it opens is seen all the same where the folder is watched; then
 * only its questions are not sure, and every file that comes or goes counts.
 */
function relyOnOpens(observation: Observation): Observation {
  const { doubts, means } = observation;
  if (!means.includes('inotify') || !doubts.some(isAboutQuestions)) return observation;
  return {
    ...observation,
    seesQuestions: false,
    doubts: doubts.filter((doubt) => !isAboutQuestions(doubt)),
  };
}
