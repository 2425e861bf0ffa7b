/**
 * How large each form of the report gets, and how long it takes, from 1 to 100,000 series with long
 * names. Ends with 1 when Markdown passes what platforms take. `node bench/report-size.ts`
 */
import type { SeriesVerdict, State, Verdict } from '../src/contract/documents.ts';
import { formatNumber, formatQuantity } from '../src/contract/units.ts';
import { renderHtml } from '../src/report/render-html.ts';
import { renderJson } from '../src/report/render-json.ts';
import { renderMarkdown } from '../src/report/render-markdown.ts';
import { renderTerminal } from '../src/report/render-terminal.ts';
import { bundlePage } from '../scripts/build-page.ts';
import { makeSeries, makeVerdict } from '../test/report/fixtures/make-verdict.ts';

const mostCharacters = 65_536;
const mostBytes = 65_535;
const states: State[] = ['regressed', 'improved', 'undecided', 'not-regressed', 'no-baseline'];

function makeBuild(count: number): Verdict {
  const series = Array.from({ length: count }, (_, index): SeriesVerdict => {
    return makeSeries({
      test: `round trip ${index}, 往復, with a name as long as people give them when they may`,
      state: states[index % states.length] ?? 'regressed',
    });
  });
  return makeVerdict(series);
}

const assets = await bundlePage();
const forms: [form: string, render: (verdict: Verdict) => string][] = [
  ['terminal', (verdict) => renderTerminal(verdict, { colour: true, columns: 80 })],
  ['markdown', (verdict) => renderMarkdown(verdict, { marker: 'perigee:bench:v1' })],
  ['json', renderJson],
  ['html', (verdict) => renderHtml(verdict, assets)],
];

let broken = false;
console.log('series      form        time      characters   bytes');
for (const count of [1, 100, 1_000, 100_000]) {
  const verdict = makeBuild(count);
  for (const [form, render] of forms) {
    const started = performance.now();
    const text = render(verdict);
    const elapsedNs = (performance.now() - started) * 1e6;
    const bytes = Buffer.byteLength(text);
    const cells = [
      formatNumber(count).padEnd(11),
      form.padEnd(11),
      formatQuantity(elapsedNs, 'ns').padEnd(9),
      formatNumber(text.length).padEnd(12),
      formatNumber(bytes),
    ];
    console.log(cells.join(' '));
    if (form === 'markdown' && (text.length > mostCharacters || bytes > mostBytes)) broken = true;
  }
}
console.log(`markdown stays within ${formatNumber(mostBytes)} bytes: ${broken ? 'no' : 'yes'}`);
process.exitCode = broken ? 1 : 0;
