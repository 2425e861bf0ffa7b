import * as fc from 'fast-check';
import { createBlockReader } from '../../../bot/src/commands/list-own-lines.ts';
import { matchSeries } from '../../../bot/src/commands/match-series.ts';
import { parseCommand } from '../../../bot/src/commands/parse-command.ts';
import { hasMarker } from '../../../src/transport/github/markers.ts';
import { readCulprit } from '../../../bot/src/main-branch/write-issue.ts';
import { createPageLinks } from '../../../bot/src/pages/page-link.ts';
import { makeSeries } from '../../report/fixtures/make-verdict.ts';
import { drawNearly, drawText, hostileText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

const commands = [
  '/perigee accept upload/send/latency because the new hash is worth it until 2026-12-31',
  "/perigee accept 'upload 10,000 files', `send` because \"it's right\"",
  '/perigee rerun upload 10,000 files of 1 kB',
  '/perigee expect improved',
  '/perigee explain all',
  '/perigee revoke A3',
  'Hello\n\n> /perigee accept all because x\n\n```\n/perigee help\n```\n/perigee accepts\n',
  '<details>\n/perigee help\n</details>\n\n<!-- /perigee help -->\n1. /perigee help\n',
];
const series = Array.from({ length: 200 }, (_, place) =>
  makeSeries({ test: place % 3 === 0 ? `upload/${place}` : 'upload', span: `send ${place}` }),
);

const links = createPageLinks('secret');
const link = links.make({ repositoryId: 7, suite: 'sync_1', runId: 'acme/sync/812' });

/** What people write in comments, and open in a browser. */
export const peopleEntries: readonly Entry[] = [
  describeEntry({
    name: 'command in a comment',
    input: fc.oneof(
      drawNearly(commands, 65_536),
      fc.tuple(drawText(65_000), hostileText).map(([text, asked]) => `${text}\n/perigee ${asked}`),
    ),
    foundOnce: [`${'~'.repeat(34_699)} \n/perigee **bold** _em_ ~~gone~~ a`],
    run: (body) => {
      const parsed = parseCommand(body);
      if (parsed === undefined) return;
      const line = 'line' in parsed.asked ? parsed.asked.line : '';
      expectThat(line.startsWith('/perigee'), 'hears what begins otherwise');
      expectThat(body.includes(line), 'hears what nobody said');
      const { command } = parsed;
      if (command.kind === 'accept' && command.what !== 'all') matchSeries(command.what, series);
    },
  }),
  describeEntry({
    name: 'lines of a comment',
    input: fc.array(drawText(500), { minLength: 1, maxLength: 400 }),
    run: (lines) => {
      const reader = createBlockReader();
      for (const line of lines) reader.read(line);
    },
  }),
  describeEntry({
    name: 'markers in comments and issues',
    input: drawNearly(
      ['<!-- perigee -->\nx', `<!-- perigee culprit ${'a'.repeat(40)} of sync -->\nx`],
      65_536,
    ),
    run: (body) => {
      if (hasMarker(body, '<!-- perigee -->'))
        expectThat(body.startsWith('<!-- perigee -->'), 'a marker elsewhere');
      const culprit = readCulprit(body);
      if (culprit !== undefined) expectThat(/^[0-9a-f]{40,64}$/.test(culprit.commit), 'no commit');
    },
  }),
  describeEntry({
    name: 'address of a report page',
    input: drawNearly([link], 16_000),
    run: (path) => {
      const key = links.read(path);
      if (key === undefined) return;
      const same = links.make(key) === link;
      expectThat(same, `opens the page of ${JSON.stringify(key)}`);
    },
  }),
];
