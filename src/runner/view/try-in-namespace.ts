import type { Problem } from '../../contract/documents.ts';
import { isGap } from '../../contract/gaps.ts';
import { UserError } from '../../contract/user-error.ts';
import type { RunUnderWay } from '../run-under-way.ts';
import { isIn } from './originals.ts';

/** Errors that end an attempt, for one of another kind to follow. */
export interface AttemptEnds {
  /** Other code was read. */
  onForeign?(problem: Problem): void;
  /** A test did not pass before anything was measured; with the reason, if the checkouts lack something. */
  onFailed?(test: string, lacking: Problem | undefined): void;
}

class AttemptEnd extends Error {
  override name = 'AttemptEnd';
}

/**
 * Measures as usual. If a test then reads other code or lacks packages, and this host shows a side at the path of the checkout
 * only in a namespace of the user, in which some programs fail, that is tried. It is tried at once if a variable leads there, or
 * if setup may write into an environment of the user. If something fails in it, all is measured as usual after all.
 * @param measure returns false when the signal stopped it
 */
export async function measureWithFallback(
  run: RunUnderWay,
  measure: (run: RunUnderWay, ends: AttemptEnds) => Promise<boolean>,
): Promise<boolean> {
  const { record, repository, request } = run;
  const { onProgress, views } = request.ports;
  if (views?.rights !== 'user' || request.suite.samePath === true) return measure(run, {});
  const { problems, profiles, tests } = record;
  const first = structuredClone({ problems, profiles, tests });
  const startOver = (isMoved: boolean, why: string): void => {
    Object.assign(record, structuredClone(first));
    onProgress?.({ kind: 'started-over', isMoved, why });
  };
  let reason = '';
  const end = (why: string): never => {
    reason = why;
    throw new AttemptEnd();
  };
  const led = findLeadingVariable(request, repository.root);
  if (led === undefined) {
    const endWith = ({ message, test = 'a test' }: Problem): never => end(`${test}: ${message}`);
    try {
      const onFailed = (_: string, lacking: Problem | undefined) => lacking && endWith(lacking);
      return await measure(run, { onForeign: endWith, onFailed });
    } catch (error) {
      if (!(error instanceof AttemptEnd)) throw error;
      // The advice is followed already.
      reason = reason.replace(/: let setup .*$/s, '');
      startOver(true, reason);
    }
  }
  const why = led ?? reason;
  const suite = { ...request.suite, samePath: true as const };
  const moved = { ...run, request: { ...request, suite } };
  try {
    const onFailed = (test: string): never => end(`${test} fails there`);
    const isComplete = await measure(moved, { onFailed });
    if (!record.problems.some(isGap)) record.problems.push(describeMoved(why));
    return isComplete;
  } catch (error) {
    if (!(error instanceof AttemptEnd || error instanceof UserError)) throw error;
    startOver(false, error instanceof UserError ? error.message : reason);
  }
  return measure(run, {});
}

/** Variables by which programs find code, or install it. */
const leading = [
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYTHONPATH', 'PYTHONHOME', 'NODE_PATH', 'LD_LIBRARY_PATH'],
  ...['LD_PRELOAD', 'CLASSPATH', 'GOWORK', 'GOPATH', 'GOBIN', 'RUBYLIB', 'PERL5LIB'],
];
const installedInto = ['VIRTUAL_ENV', 'CONDA_PREFIX'];

function findLeadingVariable(
  { environment, suite }: RunUnderWay['request'],
  root: string,
): string | undefined {
  for (const name of leading) {
    const paths = (environment[name] ?? '').split(':').filter((path) => path !== '');
    const found = paths.find((path) => isIn(path, root));
    if (found !== undefined) return `${name}=${found} leads into your checkout`;
    const [into] = installedInto.includes(name) && suite.setup.length > 0 ? paths : [];
    if (into !== undefined) return `setup may install into ${into}, which ${name} names`;
  }
  return undefined;
}

function describeMoved(why: string): Problem {
  const message = `what was measured holds: each side stood at the path of your checkout, in a namespace of the user, because otherwise ${why}`;
  return { code: 'measured-in-namespace', message: message.slice(0, 1900) };
}
