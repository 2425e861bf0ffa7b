import { expect, test } from 'vitest';
import type { RunKey } from '../../../bot/src/ledger/ledger.ts';
import { createPageLinks } from '../../../bot/src/pages/page-link.ts';
import { printText } from '../../../src/report/print-markdown.ts';
import { listLinks } from '../../../src/report/pull-request/foot.ts';
import { createRandom, type Random } from '../../../src/stats/random.ts';
import { renderPage } from '../../report/pull-request/read-page.ts';

const links = createPageLinks('secret');
const host = 'https://perigee.example';

/** Ends in a comment, as GitHub renders it, and comes back as a browser asks for it. */
function sendThroughComment(path: string): string {
  const lines = listLinks({ page: host + path, logs: {} }).map((link) => printText(link));
  const href = /<a href="([^"]+)">Every series<\/a>/.exec(renderPage(lines.join('\n')))?.[1] ?? '';
  return new URL(href).pathname;
}

const letters = Array.from('abcdefgXYZ019_-. /"\\<>()[]|*`%?#&éß№漢🚀');

function drawKey(random: Random): RunKey {
  const draw = (below: number): number => Math.floor(random() * below);
  const suite = Array.from({ length: 1 + draw(40) }, () => letters[draw(letters.length)]).join('');
  const number = String(1 + draw(10 ** (1 + draw(9))));
  const runId = draw(2) === 0 ? number : `acme-${draw(99)}/sync-${draw(99)}/${number}`;
  return { repositoryId: 1 + draw(2 ** 31), suite, runId };
}

test('a link in a comment leads to its page, whatever repository, suite and run it is of', () => {
  const seed = 4711;
  const random = createRandom(seed);
  for (let i = 0; i < 2_000; i += 1) {
    const key = drawKey(random);
    const path = sendThroughComment(links.make(key));
    expect(links.read(path), `seed ${seed}, ${i}: ${path}`).toEqual(key);
  }
});

test('a link is good with any of its characters escaped, and bad with one of them changed', () => {
  const random = createRandom(815);
  for (let i = 0; i < 300; i += 1) {
    const key = drawKey(random);
    const path = links.make(key);
    const rest = path.slice('/reports/'.length);
    const escape = (text: string): string =>
      Array.from(text, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
    expect(links.read(`/reports/${escape(decodeURIComponent(rest))}`)).toEqual(key);
    const place = Math.floor(random() * rest.length);
    const other = rest[place] === 'A' ? 'B' : 'A';
    const changed = `/reports/${rest.slice(0, place)}${other}${rest.slice(place + 1)}`;
    expect(links.read(changed), changed).not.toEqual(key);
  }
});

test('an address that cannot be decoded, or is decoded twice, is none of ours', () => {
  const path = links.make({ repositoryId: 5, suite: 'sync', runId: 'acme/sync/42' });
  for (const other of [`${path}%`, `${path}%ff`, path.replaceAll('/42', '%252F42')]) {
    expect(links.read(other), other).toBeUndefined();
  }
  expect(links.read(`/reports/${'%41'.repeat(100_000)}`)).toBeUndefined();
});

const key: RunKey = { repositoryId: 5, suite: 'sync', runId: '812' };

test('a build of Buildkite has its page too, at an address that no server in front of us refuses', () => {
  const build = { ...key, runId: 'acme/sync-2/42' };
  const path = links.make(build);
  expect(path).toMatch(/\/acme\/sync-2\/42$/);
  expect(links.read(path)).toEqual(build);
  // As it was made before, or as a server in front of us writes it.
  expect(links.read(path.replace('acme/sync-2/42', 'acme%2Fsync-2%2F42'))).toEqual(build);
  for (const other of ['acme/sync-2/43', 'acme/sync-2', '42', 'acme/../acme/sync-2/42', '%']) {
    expect(links.read(path.replace('acme/sync-2/42', other)), other).toBeUndefined();
  }
});

test('a link that was made when all runs were numbers is still good', () => {
  // Of the run 812 of the suite sync in repository 5.
  expect(links.read('/reports/WzUsInN5bmMiXQ.0YAfpz4bhIdNn0OUn39rK2/812')).toEqual(key);
});
