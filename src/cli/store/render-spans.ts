import { listAnnotations } from '../../contract/series-key.ts';
import { countThings } from '../../contract/count-things.ts';
import { makePlain } from '../../report/plain-text.ts';
import { cutToColumns, wrapToColumns } from '../../report/terminal-text.ts';
import type { StoredSpan } from '../../store/series-point.ts';
import { nameOf } from './find-series.ts';
import { layOut } from './lay-out.ts';

const mostShown = 200;

/** The spans of a repository by suite, named as `perigee store show` takes them. */
export function renderSpans(
  store: string,
  repository: string,
  spans: readonly StoredSpan[],
  columns: number,
): string {
  const lines = wrapToColumns(`${repository} in ${store}`, columns);
  for (const [suite, own] of Map.groupBy(spans, (span) => span.suite)) {
    lines.push('', ...renderSuite(suite, own, columns));
  }
  lines.push('', 'look at one: perigee store show <test>/<span> --metric <metric>');
  return `${lines.join('\n')}\n`;
}

/** Metrics that every span has are listed once. */
function renderSuite(suite: string, spans: readonly StoredSpan[], columns: number): string[] {
  const tests = new Set(spans.map(({ test }) => test)).size;
  const common = listCommon(spans);
  const rows = spans.slice(0, mostShown).map((span) => {
    const more = span.metrics.filter((name) => !common.includes(name));
    return [
      nameOf(span),
      span.platform,
      listAnnotations(span.annotations).join(' '),
      more.length === 0 ? '' : `also ${more.join(', ')}`,
    ];
  });
  const left = spans.length - rows.length;
  const head = `suite ${suite}: ${countThings(tests, 'test')}, ${countThings(spans.length, 'span')}`;
  return [
    cutToColumns(makePlain(head), columns),
    ...(common.length === 0 ? [] : wrapToColumns(`metrics: ${common.join(', ')}`, columns, '  ')),
    ...layOut(rows, columns),
    ...(left > 0 ? [`  and ${left} more: --format json has all of them`] : []),
  ];
}

function listCommon(spans: readonly StoredSpan[]): string[] {
  const [first, ...others] = spans;
  const known = others.map(({ metrics }) => new Set(metrics));
  return (first?.metrics ?? []).filter((name) => known.every((own) => own.has(name)));
}
