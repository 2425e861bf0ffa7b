import type { SeriesHistory } from '../../src/history/summarize-history.ts';
import { summarizeHistory } from '../../src/history/summarize-history.ts';
import { commits, type DrawnSeries, releases } from './draw-project.ts';

const every = 20;

type Change = SeriesHistory['changes'][number];

export interface Answers {
  /** Changes that any look told. */
  told: number;
  /** Of these, those that the last look does not tell. */
  gone: number;
  /** Those that name nothing planted. */
  wrong: number;
}

/** Looks at the history again after every 20 commits, as people would, and counts answers that did not last. */
export function watchReplay(project: readonly DrawnSeries[]): Answers {
  const told = project.map((): { change: Change; seenAt: number }[] => []);
  let last = 0;
  for (let now = 60; now <= commits; now += every) {
    const release = releases.findLast((one) => one < now);
    const { histories } = summarizeHistory(
      project.map(({ runs }) => ({
        runs: runs.filter(({ sides }) => sides.at(-1)!.place < now),
        direction: 'lower',
        ...(release === undefined ? {} : { release }),
      })),
    );
    histories.forEach(({ changes }, i) => {
      for (const change of changes) {
        const known = told[i]!.find((one) => isSame(one.change, change));
        if (known === undefined) told[i]!.push({ change, seenAt: now });
        else Object.assign(known, { change, seenAt: now });
      }
    });
    last = now;
  }
  const all = told.flatMap((own, i) =>
    own.map((one) => ({ ...one, planted: project[i]!.planted })),
  );
  return {
    told: all.length,
    gone: all.filter(({ seenAt }) => seenAt < last).length,
    wrong: all.filter(({ change, planted }) => {
      const isStep = planted.steps.some((step) => Math.abs(step - change.at) <= 5);
      return (
        !isStep && !(planted.isCreeping && change.range.upTo > 330 && change.range.after < 370)
      );
    }).length,
  };
}

function isSame(one: Change, other: Change): boolean {
  const touches = one.range.after <= other.range.upTo && other.range.after <= one.range.upTo;
  return touches && Math.sign(one.change) === Math.sign(other.change);
}
