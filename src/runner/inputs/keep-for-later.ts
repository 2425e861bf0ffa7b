import { checkoutOf, type Bench } from '../bench.ts';
import { environmentOf, type RunUnderWay } from '../run-under-way.ts';
import { digestOutside, hasNewNames, listOutside } from './describe-outside.ts';
import { findFresh } from './find-fresh.ts';
import type { KeepObserved } from './find-unaffected.ts';
import { describeObserved, mostPaths } from './keep-observation.ts';
import { keepOne } from './kept-observations.ts';
import type { SetupObserving } from './observe-setup.ts';
import { findIn, listLookups } from './observe-tests.ts';
import type { Reuse } from './reuse-observation.ts';

/**
 * Keeps what was observed of the side before for the next runs on this machine, with all that it depends on here. It is not
 * kept where a folder outside changed meanwhile that was listed.
 */
export function keepForLater(
  run: RunUnderWay,
  bench: Bench,
  { conditions, folder }: Reuse,
  setup: SetupObserving | undefined,
): KeepObserved {
  return async (all, own, other) => {
    const { observer } = bench.ports;
    if (observer === undefined) return;
    const since = new Date(bench.record.startedAt);
    const ofSetup = setup?.unite();
    const fresh = ofSetup && findFresh(ofSetup, own, since, findIn(bench, own.root));
    const read = setup?.conclude(own, other);
    const doubts = fresh === undefined ? [] : [`setup uses ${fresh}, which was just written`];
    const inputs = read && { ...read, doubts: [...read.doubts, ...doubts] };
    const record = describeObserved(bench.record, observer, 'before', inputs, all, own);
    const observed = all.flatMap(({ observation }) => observation ?? []);
    const seen = [listSetupLookups(run, bench), ...(ofSetup ? [ofSetup] : []), ...observed];
    // If setup is in doubt nothing else will be asked: it is enough to know that.
    const isOfUse = inputs === undefined || (inputs.doubts.length === 0 && inputs.seesQuestions);
    const outside = listOutside(isOfUse ? seen : [], own.root);
    const most = Math.max(outside.asked.length, outside.read.length);
    if (most > mostPaths || hasNewNames(outside, since)) return;
    const here = { conditions, ...outside, outside: digestOutside(outside) };
    await keepOne(folder, { ...record, here }).catch((error: unknown) => {
      const message = `what the tests read could not be kept for the next run: ${(error as Error).message}`;
      bench.record.problems.push({
        code: 'observation-not-kept',
        message: message.slice(0, 1000),
      });
    });
  };
}

/** The places in which the programs of setup are looked for, before they can be observed. */
function listSetupLookups(run: RunUnderWay, bench: Bench): { touched: Map<string, 'asked'> } {
  const folder = checkoutOf(bench, { side: 'before', build: 0 });
  const environment = environmentOf(run, 0);
  const { setup } = run.request.suite;
  const paths = setup.flatMap((command) => listLookups(command, folder, environment));
  return { touched: new Map(paths.map((path) => [path, 'asked'])) };
}
