import type { ReportedNumber } from '../contract/numbers.ts';
import { readJudged, refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson } from './json.ts';

const audits: Readonly<Record<string, Pick<ReportedNumber, 'metric' | 'unit'>>> = {
  'first-contentful-paint': { metric: 'first_contentful_paint', unit: 'ms' },
  'largest-contentful-paint': { metric: 'largest_contentful_paint', unit: 'ms' },
  'speed-index': { metric: 'speed_index', unit: 'ms' },
  'total-blocking-time': { metric: 'total_blocking_time', unit: 'ms' },
  'cumulative-layout-shift': { metric: 'cumulative_layout_shift', unit: '' },
  interactive: { metric: 'time_to_interactive', unit: 'ms' },
  'server-response-time': { metric: 'server_response_time', unit: 'ms' },
  'total-byte-weight': { metric: 'total_bytes', unit: 'bytes' },
};

/** `lighthouse --output json`: its measured audits, not its scores, which are made of them. */
export const lighthouse: Adapter = {
  name: 'lighthouse',
  detects: ({ json }) =>
    json?.get('lighthouseVersion').isThere === true && json.get('audits').isThere,
  read(output, leaveOut) {
    const json = requireJson(output);
    const failure = json.get('runtimeError').get('message').maybeText();
    if (failure !== undefined)
      throw new ResultsFault(`Lighthouse failed: ${failure.slice(0, 200)}`);
    const numbers = Object.entries(audits).flatMap(([id, { metric, unit }]): ReportedNumber[] => {
      const audit = json.get('audits').get(id);
      const isFailed = audit.get('scoreDisplayMode').value === 'error';
      if (isFailed) leaveOut(id);
      if (isFailed || audit.get('scoreDisplayMode').value === 'notApplicable') return [];
      const value = readJudged(audit.get('numericValue'), id, metric, leaveOut);
      return value === undefined ? [] : [{ metric, value, unit, direction: 'lower' }];
    });
    return refuseEmpty(numbers, 'measured audit');
  },
};
