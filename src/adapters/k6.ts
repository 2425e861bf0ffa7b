import { refuseEmpty, type Adapter, type Measured } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { nameMetric } from './name-metric.ts';

/** `k6 run --summary-export`, or the data that `handleSummary` gets: times in milliseconds. */
export const k6: Adapter = {
  name: 'k6',
  detects: ({ json }) =>
    json?.get('metrics').get('iterations').isThere === true && json.get('root_group').isThere,
  read(output) {
    return refuseEmpty(readMetrics(requireJson(output).get('metrics')), 'metric');
  },
};

function* readMetrics(metrics: Json): Generator<Measured> {
  for (const [name, metric] of metrics.entries()) {
    for (const number of readMetric(name, metric)) yield { ...number, written: name };
  }
}

/** Parts of http_req_duration, and what goes before it. */
const isPart = /^http_req_(blocked|connecting|tls_handshaking|sending|waiting|receiving)$/;

/** The export has the values in the metric itself, `handleSummary` in "values". */
function readMetric(written: string, metric: Json): Measured[] {
  const values = metric.get('values').isThere ? metric.get('values') : metric;
  const isTrend = values.get('med').isThere || values.get('avg').isThere;
  // A metric with a tag, such as http_req_duration{expected_response:true}, repeats another one.
  if (written.includes('{') || isPart.test(written)) return [];
  const name = nameMetric(written);
  const isTime = /duration|time|waiting|blocked|connecting|sending|receiving|handshaking/.test(
    written,
  );
  const unit = isTime ? 'ms' : '';
  const trend = (metricName: string, key: string): Measured[] => {
    const value = values.get(key).maybeNumber();
    return value === undefined ? [] : [{ metric: metricName, value, unit, direction: 'lower' }];
  };
  if (isTrend) {
    const isFound = ['med', 'p(90)', 'p(99)', 'max'].some((key) => values.get(key).isThere);
    // By summaryTrendStats there may be none of those.
    if (!isFound) return trend(name, 'avg');
    // k6 writes zeros for requests that never took place.
    if (isTime && values.get('max').value === 0) return [];
    return [
      ...trend(`${name}.p50`, 'med'),
      ...trend(`${name}.p90`, 'p(90)'),
      ...trend(`${name}.p99`, 'p(99)'),
      ...trend(`${name}.max`, 'max'),
    ];
  }
  // The export calls the share of a rate its value.
  const rate = (values.has('rate') ? values.get('rate') : values.get('value')).maybeNumber();
  if (rate === undefined) return [];
  if (written === 'http_reqs' || written === 'iterations') {
    return [
      {
        metric: name,
        value: rate,
        unit: `${written === 'iterations' ? 'iterations' : 'requests'}/s`,
        direction: 'higher',
      },
    ];
  }
  if (written === 'http_req_failed')
    return [{ metric: name, value: rate * 100, unit: '%', direction: 'lower' }];
  return [];
}
