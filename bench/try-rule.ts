import { createRandom } from '../src/stats/random.ts';
import { scenarios, strictRules } from './calibration-list.ts';
import { emptyAggregate } from './calibration-run.ts';
import { describeMetric, drawBuild, type Scenario } from './calibration-scenarios.ts';
import { judge } from '../src/verdict/judge.ts';
const [only = '', buildsText = '400', most = '100', testsText = ''] = process.argv.slice(2);
const builds = Number(buildsText);
const opts = { rules: strictRules, today: '2026-01-01', tagsOf: new Map() };
function verdict(drawn: any[], s: Scenario, pairs: number) {
  const series = drawn.map((o) => ({ ...o, before: o.before.slice(0, pairs), after: o.after.slice(0, pairs) }));
  const e = emptyAggregate({ repeats: 5, maxRepeats: Number(most) });
  return judge({ ...e, plan: { ...e.plan, ...(s.builds ? { builds: s.builds } : {}) }, metrics: s.metrics.map((n) => describeMetric(n, s.step)), series }, opts);
}
for (const base of scenarios) {
  if (!base.name.includes(only)) continue;
  for (const tests of testsText ? testsText.split(',').map(Number) : [base.tests]) {
    const s = { ...base, tests };
    const out: string[] = [];
    for (const pairs of [10, 20]) {
      const random = createRandom(7);
      let red = 0, susp = 0, seen = 0, n = 0;
      for (let b = 0; b < builds; b++) {
        const v = verdict(drawBuild(random, s, 0, 0), s, pairs);
        if (v.counts.blocking > 0) red++;
        else if (v.counts.undecided > 0) susp++;
        seen += v.series.filter((x) => x.seen).length; n += v.series.length;
      }
      out.push(`${(100*red/builds).toFixed(2)}/${(100*susp/builds).toFixed(2)} seen ${(100*seen/n).toFixed(0)}%`);
    }
    const found: string[] = [];
    for (const effect of [0.05, 0.1, 0.2]) {
      const f = [0, 0];
      const random = createRandom(9);
      const k = Math.max(60, Math.floor(builds / 5));
      for (let b = 0; b < k; b++) {
        const d = drawBuild(random, s, 1, effect);
        [10, 20].forEach((p, i) => { if (verdict(d, s, p).series.some((x) => x.blocking && x.test === 'test 0')) f[i]!++; });
      }
      found.push(`${(100*effect)}%: ${f.map((x) => (100*x/k).toFixed(0)).join('/')}`);
    }
    console.log(`${s.name} [${tests}] red/susp by 10: ${out[0]}, by 20: ${out[1]} | found 10/20 ${found.join('  ')}`);
  }
}
