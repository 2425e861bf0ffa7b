import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ControlNight } from '../../src/contract/gate-record.ts';
import type { InfluxSettings } from '../../src/series/influx/influx-settings.ts';
import { askInflux } from './ask-influx.ts';

export function nightAt(atMs: number, isProven: boolean): ControlNight {
  return {
    ...{ at: new Date(atMs).toISOString(), suite: 'web', cost: 'cpu', by: 0.2, isProven },
    ...{ asked: 2, found: isProven ? 2 : 1, pairs: 20, seconds: 60 },
  };
}

interface Rule {
  uid: string;
  condition: string;
  data: {
    refId: string;
    model: {
      query?: string;
      expression?: string;
      reducer?: string;
      conditions?: { evaluator: { type: string; params: number[] } }[];
    };
  }[];
}

/** The rules about controls that fire: the last value of a line, below the limit of the rule. */
export async function listFailedControls(bucket: InfluxSettings): Promise<string[]> {
  const { groups } = parse(
    readFileSync('dashboards/provisioning/alerting/perigee.yml', 'utf8'),
  ) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules).filter(({ uid }) => uid.includes('control'));
  const firing: string[] = [];
  for (const { condition, data, uid } of rules) {
    const query = data[0]?.model.query ?? '';
    const evaluator = data.find(({ refId }) => refId === condition)?.model.conditions?.[0]
      ?.evaluator;
    if (evaluator?.type !== 'lt') throw new Error(`${uid}: not understood`);
    for (const { rows } of await askInflux(bucket, query)) {
      const last = rows.at(-1)?.[1];
      if (Number(last) < (evaluator.params[0] ?? 0)) firing.push(uid);
    }
  }
  return firing;
}
