import { shortenCommit } from '../contract/commit.ts';
import type { Verdict } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import type { Findings } from './findings.ts';
import { stateWords } from './html-series.ts';
import { html, type Markup } from './html-text.ts';
import type { ShownState } from './page-data.ts';
import { inline } from './print-html.ts';
import type { Title } from './pull-request/title-view.ts';

/** The verdict, large and first. */
export function showMasthead({ build, conclusion }: Verdict, { sign, words }: Title): Markup {
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
export function showToolbar(found: Findings, metrics: readonly [string, string][]): Markup {
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
