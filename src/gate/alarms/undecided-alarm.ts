import { mean, sampleVariance } from 'simple-statistics';
import type { GateAlarm } from '../../contract/gate-record.ts';
import { upperTail } from '../../stats/student-t.ts';
import type { AlarmFacts } from './alarm-facts.ts';

/** The newest builds, and those before them that they are compared with. */
const newestBuilds = 20;
const mostEarlier = 60;
/** Growth by less is no matter, however certain. */
const leastGrowth = 0.1;
/** It is asked again after every build. */
const mostChance = 0.001;

/** More series stay undecided than used to: Welch's t over the shares of single builds. */
export function findUndecidedGrowth({ judged, suite }: AlarmFacts): GateAlarm[] {
  const own = judged.filter(({ judged: one }) => one.isWhole && one.blocking > 0);
  const newest = own.slice(-newestBuilds);
  const earlier = own.slice(-newestBuilds - mostEarlier, -newestBuilds);
  const [first] = newest;
  if (first === undefined || earlier.length < newestBuilds) return [];
  const shareOf = ({ judged: { blocking, undecided } }: (typeof own)[number]): number =>
    undecided / blocking;
  const [now, then] = [newest.map(shareOf), earlier.map(shareOf)];
  if (mean(now) - mean(then) < leastGrowth || chanceOfGrowth(now, then) > mostChance) return [];
  const show = (share: number): string => `${Math.round(share * 100)}%`;
  return [
    {
      ...{ code: 'undecided-growing', suite, since: first.at },
      message: `${show(mean(now))} of the series that block are undecided in the last ${newest.length} builds; ${show(mean(then))} were before`,
      remedy:
        'find the noise: `perigee variability` names what rises and falls with it, and `--try` what helps; `perigee store machine` tells whether the machines changed',
    },
  ];
}

/** One-sided, with the degrees of freedom of Welch and Satterthwaite. */
function chanceOfGrowth(now: readonly number[], then: readonly number[]): number {
  const [a, b] = [now, then].map((all) => sampleVariance([...all]) / all.length) as [
    number,
    number,
  ];
  const variance = a + b;
  if (variance === 0) return 0;
  const df = variance ** 2 / (a ** 2 / (now.length - 1) + b ** 2 / (then.length - 1));
  return upperTail((mean([...now]) - mean([...then])) / Math.sqrt(variance), df);
}
