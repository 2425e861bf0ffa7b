import * as fc from 'fast-check';
import { annotateRules } from '../../../src/report/annotations/annotate-rules.ts';
import { markdownLimitBytes } from '../../../src/report/print-markdown.ts';
import type { Verdict } from '../../../src/contract/documents.ts';
import { renderCheck } from '../../../src/report/pull-request/render-check.ts';
import { renderComment } from '../../../src/report/pull-request/render-comment.ts';
import { renderExplanation } from '../../../src/report/pull-request/render-explanation.ts';
import { renderIssue } from '../../../src/report/pull-request/render-issue.ts';
import type { PullRequestView } from '../../../src/report/pull-request/view.ts';
import { renderHtml } from '../../../src/report/render-html.ts';
import { renderMarkdown } from '../../../src/report/render-markdown.ts';
import { renderTerminal } from '../../../src/report/render-terminal.ts';
import { renderSummary } from '../../../src/report/summary/render-summary.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { head } from '../../report/pull-request/fixtures/make-view.ts';
import { makeHostileIssue, makeHostileView } from '../../report/pull-request/hostile-view.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { controls, expectOurs } from './rendering.ts';

const ourTags = new Set(
  '!doctype html head meta title style body a main section h1 h2 h3 h4 p bdi span div table caption thead tbody tr th td details summary ul li code samp b strong button select option label input header footer svg path line circle rect noscript small dl dt dd abbr'.split(
    ' ',
  ),
);

/** No text is longer than the schema lets it be; the longest that it knows are messages. */
function cutTexts<T>(value: T, longest = 2000): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'string' ? each.slice(0, longest) : each,
  ) as T;
}

/** Everything from outside is hostile in the view of a seed. */
const view = fc.noBias(fc.nat());
const marker = 'perigee';

function expectTitle(title: string): void {
  expectThat(title.length <= 255 && !controls.test(title), 'a title that acts');
}

function expectPage(text: string, marker = ''): void {
  expectThat(Buffer.byteLength(text) <= markdownLimitBytes, 'a page that is too long');
  expectOurs(text, marker);
}

const viewOf = (seed: number): PullRequestView => makeHostileView(createRandom(seed), head);

/** A run that was judged; drawn again where a situation has none. */
function verdictOf(seed: number): Verdict {
  const random = createRandom(seed);
  for (;;) {
    const { state } = makeHostileView(random, head);
    if ('judgement' in state) return cutTexts(state.judgement.verdict);
  }
}

export const reportEntries: readonly Entry[] = [
  describeEntry({
    name: 'comment of a pull request',
    share: 0.5,
    input: view,
    foundOnce: [477_120_256, 477_139_242],
    run: (seed) => renderComment(viewOf(seed), { marker }),
    judge: (comment) => expectPage(comment, marker),
  }),
  describeEntry({
    name: 'check of a pull request',
    share: 0.5,
    input: view,
    run: (seed) => {
      const { annotations, summary, text = '', title } = renderCheck(viewOf(seed));
      expectTitle(title);
      for (const { line, message, title } of annotations) {
        expectTitle(title);
        expectThat(!controls.test(message.replaceAll('\n', ' ')), 'an annotation that acts');
        expectThat(line > 0, `an annotation at line ${line}`);
      }
      return [summary, text];
    },
    judge: (pages) => pages.forEach((page) => expectPage(page)),
  }),
  describeEntry({
    name: 'issue of the default branch',
    share: 0.3,
    input: view,
    run: (seed) => {
      const { metrics, series, ...issue } = makeHostileIssue(createRandom(seed), head);
      const { body, title } = renderIssue({ metrics, series, ...issue }, { marker });
      expectTitle(title);
      const answers = series.map((one) => renderExplanation(one.series, { metrics }));
      return { answers, body };
    },
    judge: ({ answers, body }) => {
      expectPage(body, marker);
      for (const answer of answers) expectPage(answer);
    },
  }),
  describeEntry({
    name: 'verdict in Markdown',
    share: 0.5,
    input: view,
    run: (seed) => void renderMarkdown(verdictOf(seed)),
  }),
  describeEntry({
    name: 'verdict as a summary',
    share: 0.5,
    input: view,
    run: (seed) => void renderSummary(verdictOf(seed)),
  }),
  describeEntry({
    name: 'verdict in the terminal',
    share: 0.5,
    input: view,
    foundOnce: [477_112_066],
    run: (seed) => {
      const terminal = renderTerminal(verdictOf(seed), { columns: 100, colour: false });
      expectThat(
        !controls.test(terminal.replaceAll('\n', '')),
        'a control character in the terminal',
      );
    },
  }),
  describeEntry({
    name: 'verdict as annotations',
    share: 0.5,
    input: view,
    run: (seed) => {
      for (const { message, title } of annotateRules(verdictOf(seed), { file: 'perigee.yml' })) {
        expectThat(!controls.test(title + message.replaceAll('\n', '')), 'an annotation that acts');
      }
    },
  }),
  describeEntry({
    name: 'verdict as a page',
    share: 0.5,
    input: view,
    run: (seed) => {
      const page = renderHtml(verdictOf(seed), {
        script: 'start();',
        style: 'p{}',
        scriptSha256: 'abc',
      });
      const markup = page.replace(/<script[^]*<\/script>/, '');
      const foreign = [...markup.matchAll(/<\/?([a-z!][^\s>]*)/gi)].find(
        ([, name = '']) => !ourTags.has(name.toLowerCase()),
      );
      expectThat(foreign === undefined, `the page has ${foreign?.[0] ?? ''}`);
      expectThat(page.split('<script').length === 3, 'a script that is not ours');
      expectThat(
        !/\son\w+=|javascript:/i.test(page.replaceAll(/>[^<]*</g, '><')),
        'an attribute that acts',
      );
    },
  }),
];
