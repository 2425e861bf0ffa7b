/** Variables and macros in a query, as Grafana replaces them before it asks. */

export type VariableValue = string | readonly string[];

export interface TimeRange {
  fromMs: number;
  toMs: number;
  /** As `$__interval`, e.g. 1h. */
  interval: string;
}

/** `$name`, `${name}` and `${name:format}`. A variable that is not known stays as it is: it may be of an alias. */
export function replaceVariables(
  text: string,
  variables: Readonly<Record<string, VariableValue>>,
): string {
  return text.replaceAll(/\$\{([\w.]+)(?::(\w+))?\}/g, (whole, name: string, format?: string) => {
    const value = variables[name];
    return value === undefined ? whole : formatValue(value, format);
  });
}

/** Everything that a variable with "All" selected matches; Grafana puts it in as it is. */
export const everything = '.*';

function formatValue(value: VariableValue, format: string | undefined): string {
  if (value === everything) return value;
  const values = typeof value === 'string' ? [value] : value;
  switch (format) {
    case 'doublequote':
      return values.map((one) => `"${one.replaceAll('"', String.raw`\"`)}"`).join(',');
    case 'regex': {
      const escaped = values.map((one) => one.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`));
      return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`;
    }
    case 'percentencode':
      return encodeURIComponent(values.join(','));
    case undefined:
      return values.join(',');
    default:
      throw new Error(`no dashboard of ours may use the format ${format}: it is not tested`);
  }
}

export function replaceMacros(query: string, { fromMs, toMs, interval }: TimeRange): string {
  return query
    .replaceAll('$timeFilter', `time >= ${fromMs}ms and time <= ${toMs}ms`)
    .replaceAll('$__interval', interval);
}
