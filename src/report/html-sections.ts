import { shortenCommit } from '../contract/commit.ts';
import type { Verdict } from '../contract/documents.ts';
import { isAlone } from '../contract/sides.ts';
import {
  conclusionWords,
  listFacts,
  listVisible,
  placeProblem,
  splitProblem,
  tellHeadline,
  tellOutcome,
} from './build-words.ts';
import type { Findings } from './findings.ts';
import { stateWords } from './html-series.ts';
import { html, type Markup } from './html-text.ts';
import { leftOutTitle, listLeftOut } from './left-out.ts';
import { orderProblems } from './order-problems.ts';
import type { ShownState } from './page-data.ts';

/** So many entries of a plain list; the JSON has all of them. */
const listLimit = 200;

/** The verdict, large and first. */
export function showMasthead(verdict: Verdict): Markup {
  const { build, conclusion } = verdict;
  const { mark, word } = conclusionWords[conclusion];
  const { before, after, links = {} } = build;
  const web = Object.entries(links).filter(([, url]) => /^https?:\/\//.test(url));
  return html`<header class="masthead ${conclusion}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${build.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${mark}</span> ${word}</h1>
    <p class="headline">${tellHeadline(verdict)}</p>
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

export function showBrokenTests({ brokenTests }: Findings): Markup {
  if (brokenTests.length === 0) return html``;
  return html`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${brokenTests.slice(0, listLimit).map(
        (test) =>
          html`<li>
            <b><bdi>${test.name}</bdi></b> ${tellOutcome(test)}
          </li>`,
      )}
    </ul>
    ${tellRest(brokenTests.length)}
  </section>`;
}

export function showLeftOut(verdict: Verdict): Markup {
  const tests = listLeftOut(verdict);
  if (tests.length === 0) return html``;
  return html`<section aria-labelledby="left-out">
    <h2 id="left-out">${leftOutTitle}</h2>
    <ul class="plain">
      ${tests.slice(0, listLimit).map(
        ({ label, text }) =>
          html`<li>
            <b><bdi>${label}</bdi></b> ${text}
          </li>`,
      )}
    </ul>
    ${tellRest(tests.length)}
  </section>`;
}

export function showVisibility(verdict: Verdict): Markup {
  const visible = listVisible(verdict);
  if (visible.length === 0) return html``;
  return html`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${visible.map((one) => html`<li>${one}</li>`)}
    </ul>
  </section>`;
}

export function showProblems({ problems }: Verdict): Markup {
  if (problems.length === 0) return html``;
  return html`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${orderProblems(problems)
        .slice(0, listLimit)
        .map((problem) => {
          const place = placeProblem(problem);
          const { sentence, quoted } = splitProblem(problem);
          return html`<li>
            <code>${problem.code}</code> ${sentence}
            ${place === '' ? '' : html`<span class="quiet"><bdi>${place}</bdi></span>`}
            ${quoted.map((line) => html`<samp class="quoted">${line}</samp>`)}
          </li>`;
        })}
    </ul>
    ${tellRest(problems.length)}
  </section>`;
}

export function showFacts(verdict: Verdict): Markup {
  return html`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${listFacts(verdict).map(
        ({ label, text }) =>
          html`<div>
            <dt>${label}</dt>
            <dd><bdi>${text}</bdi></dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function tellRest(count: number): Markup {
  if (count <= listLimit) return html``;
  return html`<p class="quiet">and ${(count - listLimit).toLocaleString('en-US')} more</p>`;
}
