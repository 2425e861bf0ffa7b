import type { Problem } from '../contract/documents.ts';

const problemsAtMost = 2000;

interface Folded {
  problem: Problem;
  times: number;
  /** Once on each side, without a repeat: two problems that differ only by their side. */
  bothSides: boolean;
}

/**
 * Says the same thing once: problems that differ in side or repeat alone become one with a count. What is
 * beyond the limit is counted too, so that nothing is dropped in silence.
 */
export function foldProblems(problems: Iterable<Problem>): Problem[] {
  const folded = new Map<string, Folded>();
  for (const problem of problems) {
    const { code, message, test, span, platform } = problem;
    const key = JSON.stringify([code, message, test, span, platform]);
    const known = folded.get(key);
    if (known === undefined) {
      folded.set(key, { problem: { ...problem }, times: 1, bothSides: false });
      continue;
    }
    known.times += 1;
    known.bothSides =
      known.times === 2 && problem.repeat === undefined && known.problem.side !== problem.side;
    if (known.problem.side !== problem.side) delete known.problem.side;
    if (known.problem.repeat !== problem.repeat) delete known.problem.repeat;
  }
  const all = [...folded.values()].map(describe);
  if (all.length <= problemsAtMost) return all;
  const left = all.length - problemsAtMost + 1;
  const rest = {
    code: 'problems-left-out',
    message: `${left} more problems are in the run records`,
  };
  return [...all.slice(0, problemsAtMost - 1), rest];
}

function describe({ problem, times, bothSides }: Folded): Problem {
  if (times === 1) return problem;
  const suffix = bothSides ? ' (on both sides)' : ` (${times} times)`;
  return { ...problem, message: problem.message.slice(0, 2000 - suffix.length) + suffix };
}
