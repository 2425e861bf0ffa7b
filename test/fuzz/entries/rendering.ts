import * as fc from 'fast-check';
import { withoutCommands } from '../../../action/src/job-log.ts';
import { withoutMarks } from '../../../buildkite-plugin/src/job-log.ts';
import { createLogger } from '../../../src/logging/logger.ts';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import { embedJson, escapeHtml } from '../../../src/report/html-text.ts';
import {
  formatCode,
  formatMarker,
  formatProse,
  fenceCode,
} from '../../../src/report/markdown-text.ts';
import { cutPlain } from '../../../src/report/plain-text.ts';
import { printText } from '../../../src/report/print-markdown.ts';
import { quoteLines } from '../../../src/report/pull-request/quote-lines.ts';
import { wrapToColumns } from '../../../src/report/terminal-text.ts';
import { head } from '../../report/pull-request/fixtures/make-view.ts';
import { listIntruders, renderPage } from '../../report/pull-request/read-page.ts';
import { drawRun, drawText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

const commits = [
  '111111111111',
  '222222222222',
  '333333333333',
  head.slice(0, 12),
  '1a2b3c4d5e1a',
  '0f1e2d3c4b0f',
];
export const controls = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b]/u;
/** As long as the parts of a report let a name be. */
const longestName = 1000;

/** Nothing on the page acts that is not ours. @throws Broken */
export function expectOurs(markdown: string, marker = ''): void {
  const intruders = listIntruders(markdown, { marker, commits });
  expectThat(intruders.length === 0, intruders.join('; '));
}

const name = drawText(longestName);

export const renderingEntries: readonly Entry[] = [
  describeEntry({
    name: 'name in Markdown',
    share: 0.5,
    input: name,
    run: (text) => {
      // What the page makes of it is measured with it; that is several times the work of ours.
      const page = `words ${formatCode(text)} and ${formatProse(text)} end\n\n| a | b | c |\n| --- | --- | --- |\n| ${formatCode(text, true)} | ${formatProse(text, true)} | ours |\n\n${fenceCode(quoteLines(text)).join('\n')}\n`;
      expectOurs(page);
      const cells = renderPage(page).split('</td>').length - 1;
      expectThat(cells === 3, `a row has ${cells} cells`);
    },
  }),
  describeEntry({
    name: 'long text in Markdown',
    input: fc.oneof(drawRun(20_000), drawText(20_000)),
    foundOnce: [`${'\\'.repeat(18_912)}.nan`],
    run: (text) => {
      formatCode(text, true);
      formatProse(text, true);
      formatMarker(text);
      quoteLines(text);
      const cut = cutPlain(text, 300);
      expectThat(cut.length <= 300 && !controls.test(cut), `cut to ${cut.length}`);
    },
  }),
  describeEntry({
    name: 'address in Markdown',
    input: drawText(2000).map((path) => `https://github.example/${path}`),
    run: (url) => expectOurs(`see ${printText({ link: { code: 'log' }, url })} there\n`),
  }),
  describeEntry({
    name: 'marker of a comment',
    input: name,
    run: (text) => {
      const html = renderPage(`${formatMarker(text)}\nwords\n`);
      expectThat(
        /^<!-- [^]*? -->\n*<p>words<\/p>/.test(html),
        `the page is ${JSON.stringify(html.slice(0, 200))}`,
      );
    },
  }),
  describeEntry({
    name: 'text in HTML',
    input: drawText(20_000),
    run: (text) => {
      expectThat(!/[<>"']/.test(escapeHtml(text)), 'markup is left');
      const json = embedJson({ text });
      expectThat(
        !json.includes('<') && JSON.stringify(JSON.parse(json)) === JSON.stringify({ text }),
        'the data ends early',
      );
    },
  }),
  describeEntry({
    name: 'text in the terminal',
    // The longest that a schema admits is a message, of 2,000.
    input: drawText(5_000),
    run: (text) => {
      for (const line of wrapToColumns(text, 80))
        expectThat(!controls.test(line), 'a line that acts');
    },
  }),
  describeEntry({
    name: 'text in a job log',
    input: drawText(20_000),
    run: (text) => {
      const lines = withoutCommands(text).split(/\r\n|[\r\n]/);
      const bad = lines.find((line) => line.trimStart().startsWith('::') || line.includes('##['));
      expectThat(bad === undefined, `a command is left: ${bad?.slice(0, 200) ?? ''}`);
    },
  }),
  describeEntry({
    name: 'text in a job log of Buildkite',
    input: drawText(20_000),
    run: (text) => {
      const lines = withoutMarks(text).split(/\r\n|[\r\n]/);
      const bad = lines.find((line) => /^(---|\+\+\+|~~~|\^\^\^)|\u001b(?!\[\d{1,2}m)/.test(line));
      expectThat(bad === undefined, `a mark is left: ${bad?.slice(0, 200) ?? ''}`);
    },
  }),
  describeEntry({
    name: 'text in a log line',
    input: drawText(20_000),
    run: (text) => {
      const secret = 'sécret-"\\word';
      const lines: string[] = [];
      const logger = createLogger({
        level: 'debug',
        secrets: [secret],
        nowMs: () => 0,
        write: (line) => lines.push(line),
      });
      logger.log('info', 'what happened', {
        text: `${text.slice(0, 1000)}${secret}${text}`,
        error: new Error(text),
        list: [text],
      });
      expectThat(
        lines.length === 1 && lines[0]?.indexOf('\n') === lines[0]!.length - 1,
        'more than one line',
      );
      const read = JSON.parse(lines[0] ?? '') as { text: string };
      expectThat(!read.text.includes(secret), 'a secret is told');
      expectThat((lines[0] ?? '').length < 50_000, 'a long line');
    },
  }),
  describeEntry({
    name: 'label of a metric',
    input: drawText(1000),
    run: (value) => {
      const registry = createMetricRegistry();
      registry.counter('perigee_things_total', 'Things.').add(1, { what: value });
      const line = registry
        .render()
        .split('\n')
        .find((each) => each.startsWith('perigee_things_total{'));
      const told = /^perigee_things_total\{what="((?:[^"\\\n]|\\["\\n])*)"\} 1$/.exec(
        line ?? '',
      )?.[1];
      const back = told?.replaceAll(/\\(.)/g, (_all, next: string) => (next === 'n' ? '\n' : next));
      expectThat(back === value, 'reads back as another label');
    },
  }),
];
