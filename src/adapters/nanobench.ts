import { refuseEmpty, requireJudged, type Adapter } from './adapter.ts';
import { requireJson } from './json.ts';
import { spreadFrom } from './spread.ts';

/** `templates::json()` of nanobench: seconds per unit of the batch. */
export const nanobench: Adapter = {
  name: 'nanobench',
  detects: ({ json }) =>
    json?.get('results').isEmpty === false &&
    json.get('results').isListOf((one) => one.get('median(elapsed)').isThere),
  read(output, leaveOut) {
    const numbers = requireJson(output)
      .get('results')
      .flatMap((one) => {
        const title = one.get('title').maybeText() ?? '';
        const name = one.get('name').text();
        const span = title === '' ? name : `${title} > ${name}`;
        const value = requireJudged(one.get('median(elapsed)'), span, 'time', leaveOut);
        if (value === undefined) return [];
        const batch = one.get('batch').maybeNumber() ?? 1;
        // One name is measured for several sizes where its complexity is to be found.
        const size = one.get('complexityN').maybeNumber() ?? 0;
        const annotations: Record<string, number> = size > 0 ? { complexityN: size } : {};
        return [
          {
            span,
            annotations,
            metric: 'time',
            value: value / (batch > 0 ? batch : 1),
            unit: 's',
            direction: 'lower' as const,
            ...spreadFrom(one.get('epochs').maybeNumber()),
          },
        ];
      });
    return refuseEmpty(numbers, 'result');
  },
};
