import { isAlone } from '../contract/sides.ts';
import { conclude } from '../verdict/conclude.ts';
import { judgeTests } from '../verdict/judge-tests.ts';
import type { Combined } from './combine-attempts.ts';
import { readMeasured } from './compose-verdict.ts';
import type { JudgedOutcome } from './gate-facts.ts';

/** The strongest statement about what was judged, with what was accepted out of the way. */
export function findOutcome({ verdict, series, tests }: Combined): JudgedOutcome {
  const blocks = ({ fate }: { fate: string }) =>
    fate === 'blocks' || fate === 'awaits-confirmation';
  const counts = { ...verdict.counts, blocking: series.filter(blocks).length };
  const broken = tests.filter(blocks).map(({ name }) => name);
  const findings = { ...judgeTests(verdict.tests, verdict.build), broken };
  switch (conclude(readMeasured(verdict), verdict.series, counts, findings)) {
    case 'regressed':
      return 'regressed';
    case 'incomplete':
    case 'nothing-measured':
      return 'incomplete';
    case 'undecided':
      return isWithoutBaseline(verdict) ? 'no-baseline' : 'undecided';
    case 'passed':
      return series.some(({ fate }) => fate === 'accepted') ? 'accepted' : 'passed';
  }
}

function isWithoutBaseline({ build, counts, series }: Combined['verdict']): boolean {
  return isAlone(build) || counts['no-baseline'] === series.length;
}
