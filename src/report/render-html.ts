import { openPlatforms } from '../contract/compare-platforms.ts';
import { spanKey } from '../contract/series-key.ts';
import type { Verdict } from '../contract/documents.ts';
import { titleMetric } from '../contract/metrics.ts';
import { shortenCommit } from '../contract/commit.ts';
import { isAlone } from '../contract/sides.ts';
import type { Block } from './blocks.ts';
import { conclusionWords } from './format-build.ts';
import { type Findings, groupBySpan, sortFindings, type SpanGroup } from './findings.ts';
import { renderHtmlExplanations } from './html-explanations.ts';
import { renderSpanCard, stateWords } from './html-series.ts';
import { renderShell } from './html-shell.ts';
import { embedJson, html, type Markup, trustMarkup } from './html-text.ts';
import { pageDataId, selectPageData, type ShownState } from './page-data.ts';
import { inline, printHtml } from './print-html.ts';
import { composeView } from './pull-request/compose-view.ts';
import type { PatchCommand } from './patch-command.ts';
import { indexMetrics } from './series-words.ts';
import { viewVerdict } from './verdict-view.ts';
import type { Title } from './pull-request/title-view.ts';

/** The assets that the build made for the page: the text of dist/page/page.js.br, unpacked, and dist/page/page.css. */
export interface PageAssets {
  script: string;
  style: string;
  /** SHA-256 of the script in base64: the page runs this script and no other. */
  scriptSha256: string;
  /** How the reader measures the same again: `npx perigee patch` if absent. */
  patch?: PatchCommand;
}

/** Series in one page; beyond that browsers on phones grow slow. The JSON has all of them. */
export const pageSeriesLimit = 1000;

/**
 * The verdict as one self-contained page: it loads nothing, sends nothing, and runs only the script
 * that is given here. What a reader needs stands in the markup; the script adds charts and filters.
 */
export function renderHtml(verdict: Verdict, assets: PageAssets): string {
  const found = sortFindings(verdict);
  const { back, front, title } = composeView(viewVerdict(verdict, { patch: assets.patch }));
  const data = selectPageData(verdict, pageSeriesLimit);
  const measured = new Set(data.series.map(({ metric }) => metric));
  const choices = verdict.metrics
    .filter(({ name }) => measured.has(name))
    .map(({ name }): [string, string] => [name, titleMetric(name)]);
  const spans = keepTogether(groupBySpan(data.series, verdict.spans));
  const source = {
    places: new Map(data.series.map((series, index) => [series, index])),
    metrics: indexMetrics(verdict.metrics),
    compare: openPlatforms(verdict),
  };
  // Whole elements: a space more inside the script, and its hash would not match.
  const style = trustMarkup(`<style>${assets.style}</style>`);
  const script = trustMarkup(`<script>${assets.script}</script>`);
  const json = trustMarkup(
    `<script type="application/json" id="${pageDataId}">${embedJson(data)}</script>`,
  );
  return renderShell({
    title: `${conclusionWords[verdict.conclusion].word}: ${verdict.build.suite} · Perigee`,
    policy: [
      `script-src 'sha256-${assets.scriptSha256}'`,
      // Charts set styles on their elements as they draw.
      "style-src 'unsafe-inline'",
    ],
    head: style,
    body: html`<a class="skip" href="#series">Skip to the series</a>
      ${renderMasthead(verdict, title)}
      <main>
        ${printHtml(front)} ${renderHtmlExplanations(verdict.explanations ?? [])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${data.series.length === 0 ? html`<p>There are none.</p>` : html`${renderToolbar(found, choices)} ${hint}`}
          ${renderCut(data.series.length, verdict.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">${spans.map((group) => renderSpanCard(group, source))}</div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${printHtml(dropTables(back))}
      </main>
      ${json} ${script}`,
  });
}

/** A span's cards of all platforms beside each other. */
function keepTogether(groups: readonly SpanGroup[]): SpanGroup[] {
  const spanOf = ({ series: [one] }: SpanGroup): string => spanKey({ ...one, platform: '' });
  return [...Map.groupBy(groups, spanOf).values()].flat();
}

const hint = html`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;

function renderCut(shown: number, total: number): Markup {
  if (shown === total) return html``;
  const count = (value: number): string => value.toLocaleString('en-US');
  return html`<p class="cut">
    This page holds the worst ${count(shown)} of ${count(total)} series; the JSON report holds all.
  </p>`;
}

/** Their series stand above, each with its evidence. */
function dropTables(blocks: readonly Block[]): Block[] {
  return blocks.filter(({ kind }, place) => {
    return kind !== 'table' && !(kind === 'heading' && blocks[place + 1]?.kind === 'table');
  });
}

/** The verdict, large and first. */
function renderMasthead({ build, conclusion }: Verdict, { sign, words }: Title): Markup {
  const { before, after, links = {} } = build;
  const web = Object.entries(links).filter(([, url]) => /^https?:\/\//.test(url));
  return html`<header class="masthead ${conclusion}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${build.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${sign}</span> ${inline(words)}</h1>
    <p class="compared">
      ${
        isAlone(build)
          ? ''
          : html`<span class="before"
                ><bdi>${before.label}</bdi> <code>${shortenCommit(before.commit)}</code></span
              >
              <span aria-label="against">→</span>`
      }
      <span class="after"
        ><bdi>${after.label}</bdi> <code>${shortenCommit(after.commit)}</code></span
      >
    </p>
    ${
      web.length === 0
        ? ''
        : html`<p class="links">
            ${web.map(
              ([name, url]) =>
                html`<a href="${url}" rel="noopener noreferrer"><bdi>${name}</bdi></a> `,
            )}
          </p>`
    }
  </header>`;
}

/** Buttons that show the series of one state, with their number; scripts bring them to life. */
function renderToolbar(found: Findings, metrics: readonly [string, string][]): Markup {
  const counts: [ShownState, number][] = [
    ['regressed', found.regressions.length],
    ['warning', found.warnings.length],
    ['improved', found.improvements.length],
    ['undecided', found.undecided.length],
    ['no-baseline', found.noBaseline.length],
    ['not-regressed', found.unchanged.length],
  ];
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  return html`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${total.toLocaleString('en-US')}</b> all
      </button>
      ${counts.map(([state, count]) =>
        count === 0
          ? ''
          : html`<button type="button" data-show="${state}" class="${state}" aria-pressed="false">
              <b>${count.toLocaleString('en-US')}</b>
              <span aria-hidden="true">${stateWords[state].mark}</span> ${stateWords[state].word}
            </button>`,
      )}
    </div>
    <div class="fields">
      <label
        >Search
        <input type="search" id="search" placeholder="test, span, annotation" autocomplete="off"
      /></label>
      <label
        >Metric
        <select id="metric">
          <option value="">all</option>
          ${metrics.map(([name, title]) => html`<option value="${name}">${title}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`;
}
