import { longestLine } from './json.ts';
import { numberLimits, refuseNumberName } from '../contract/numbers.ts';

/**
 * The name of a metric for what a tool or its user calls it: `B/op` → `b_per_op`, `Lock Waits` → `lock_waits`.
 * @param own names that the tool's own metrics have here
 */
export function nameMetric(text: string, own: ReadonlySet<string> = new Set()): string {
  const plain = text
    .slice(0, longestLine)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll('%', ' percent ')
    .replaceAll('/', '_per_')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = (/^[a-z]/.test(plain) ? plain : `n_${plain}`).slice(0, numberLimits.nameLength - 5);
  return refuseNumberName(name) === undefined && !own.has(name) ? name : `tool_${name}`;
}

/** A unit as reports can show it, cut to what is allowed: `B/op`, `widgets/op`. */
export function nameUnit(text: string): string {
  const plain = text
    .replaceAll(/[^A-Za-z0-9%µ/ -]+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 24)
    .trim();
  return /^[A-Za-z%µ]/.test(plain) ? plain : '';
}

/** Whether more of it is better, by its unit or its name: `ops/ms`, `bytes_per_second`, `rps`. */
export function isRate(text: string): boolean {
  return (
    /(?:\/|[ _-]per[ _-]?|[a-z]Per)(?:[nuµμm]?s|sec|second|min|minute|hr?|hour|day)s?$/i.test(
      text,
    ) || /^(?:rate|speed|throughput|rps|qps|tps|fps|iops|[kmg]?[bp]ps|[kmgt]?flops)$/i.test(text)
  );
}

/** `<words.Big object at 0x7f2c>`: the place in memory is another one in every execution. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(/ at 0x[\da-f]+/gi, '');
}
