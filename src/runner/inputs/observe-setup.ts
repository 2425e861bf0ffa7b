import type { Observation, Observer } from '../../contract/observation.ts';
import { isAboutQuestions } from '../../contract/observation.ts';
import type { BuildOfSide } from '../bench.ts';
import type { ObserveCommand, SideSetup } from '../setup/set-up-side.ts';
import { listInputs, uniteInputs, type Inputs } from './list-inputs.ts';
import type { Manifest } from './manifest.ts';
import { takeManifest } from './manifest.ts';

/** What the commands of setup were seen to read in one build. */
export interface SetupObserving {
  /** @returns nothing for a build that is not the observed one */
  follow(where: BuildOfSide): Pick<SideSetup, 'observe'>;
  /**
   * @param after as setup left the checkout
   * @returns undefined where no command ran, such as with a kept build
   */
  conclude(after: Manifest, other: Pick<Manifest, 'root'>): Inputs | undefined;
}

export function observeSetup(
  observer: Observer,
  folder: string,
  side: BuildOfSide['side'],
  seenAt = folder,
): SetupObserving {
  const all: Observation[] = [];
  // Links may lead elsewhere before setup than after it.
  const before = takeManifest(folder);
  const observe: ObserveCommand = async (run) => {
    const { ended, observation } = await observer.observe(
      { folder, directory: folder, seenAt },
      run,
    );
    all.push(observation);
    return ended;
  };
  return {
    follow: (where) => (where.side === side && where.build === 0 ? { observe } : {}),
    conclude: (after, other) => {
      if (all.length === 0) return undefined;
      const seen = all.map(relyOnOpens);
      const read = uniteInputs(
        seen.flatMap((one) => [before, after].map((manifest) => listInputs(one, manifest, other))),
      );
      return withoutMade(read, before);
    },
  };
}

/**
 * Of what setup made, the first name that was not there before is enough: only where a change brings that name can
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
