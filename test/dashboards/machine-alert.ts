import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { canaries, machineSpan } from '../../src/contract/canaries.ts';
import type { InfluxSettings } from '../../src/series/influx/influx-settings.ts';
import type { BuildPoints } from '../../src/series/series-point.ts';
import { makePoint, makeStoredBuild } from '../series/make-build.ts';
import { askInflux } from './ask-influx.ts';

const hourMs = 3_600_000;
const isMoved = (name: string, count: number): boolean =>
  ['cpu.integer', 'cpu.float', 'process.start'].slice(0, count).includes(name);

/** Two weeks of one machine, on whose last hours some canaries take 30% more. */
export function drawMachines(nowMs: number, moved: number): BuildPoints[] {
  return Array.from({ length: 28 }, (_, i) => {
    const atMs = nowMs - hourMs - (27 - i) * 12 * hourMs;
    const isLate = atMs > nowMs - 20 * hourMs;
    const values = canaries.map(({ name }, place): [string, number] => {
      const usual = 1000 * (place + 1) * (1 + 0.01 * (i % 3));
      return [name, isLate && isMoved(name, moved) ? 1.3 * usual : usual];
    });
    const point = makePoint({
      ...machineSpan,
      annotations: { cpu: 'Example CPU', cores: 4 },
      values: Object.fromEntries(values),
    });
    return { build: makeStoredBuild(i, { atMs }), points: [point] };
  });
}

interface Step {
  refId: string;
  datasourceUid: string;
  model: { query: string; expression: string };
}

/** How many canaries the rule finds moved: its queries, reduced and compared as the rule says. */
export async function countMoved(bucket: InfluxSettings): Promise<number> {
  const { groups } = parse(
    readFileSync('dashboards/provisioning/alerting/perigee.yml', 'utf8'),
  ) as {
    groups: { rules: { uid: string; data: Step[] }[] }[];
  };
  const rule = groups[0]?.rules.find(({ uid }) => uid === 'perigee-machines-changed');
  const values = new Map<string, number>();
  for (const { datasourceUid, model, refId } of rule?.data ?? []) {
    if (datasourceUid !== 'perigee') continue;
    const [answer] = await askInflux(bucket, model.query);
    values.set(refId.replace(/q$/, ''), Number(answer?.rows.at(-1)?.[1]));
  }
  const math = rule?.data.find(({ refId }) => refId === 'Moved')?.model.expression ?? '';
  const terms = [...math.matchAll(/\(abs\(log\(\$(\w+) \/ \$(\w+)\)\) > ([\d.]+)\)/g)];
  if (terms.map(([term]) => term).join(' + ') !== math) throw new Error(`not understood: ${math}`);
  return terms.filter(([, late = '', early = '', limit]) => {
    return Math.abs(Math.log(values.get(late)! / values.get(early)!)) > Number(limit);
  }).length;
}
