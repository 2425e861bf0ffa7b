import { startAggregation } from '../aggregate/run-aggregation.ts';
import type { AggregationLimits } from '../../settings/settings.ts';
import type { AggregationPorts } from '../aggregate/ports.ts';
import { findObstacle, type Part } from './part.ts';

/** Most lines about unreachable artifacts: more say nothing new. */
const mostLines = 5;

export function startAggregating(
  ports: AggregationPorts,
  limits: AggregationLimits,
  signals: { stop: AbortSignal; abandon: AbortSignal },
): Part {
  const { metrics } = ports;
  const aggregation = startAggregation(ports, limits, signals);
  // Those that wait for it must go on waiting.
  aggregation.ended.catch(() => undefined);
  return {
    findStandstill: aggregation.findStandstill,
    listObstacles: async () => {
      const obstacle = await findObstacle('events', aggregation.measure);
      const away = aggregation.listAway().slice(0, mostLines);
      return [
        ...(obstacle === undefined ? [] : [obstacle]),
        ...aggregation.listStuck().map((why) => `events: ${why}`),
        ...away.map((why) => `artifacts: ${why}`),
      ];
    },
    measure: () => aggregation.measure().catch(() => metrics.retries.add(1, { of: 'lag' })),
    ended: aggregation.ended,
    close: async () => undefined,
  };
}
