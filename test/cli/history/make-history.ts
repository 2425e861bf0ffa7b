import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { makePoint, makeStoredBuild, noonMs, writeAll } from '../../store/make-build.ts';

const dayMs = 24 * 3_600_000;

export interface MadeHistory {
  folder: string;
  /** Of main, oldest first. */
  commits: string[];
  git(...args: string[]): string;
}

/** A repository whose main has so many commits, one a day, and the tag v1.0 at one of them. */
export function makeHistory(count: number, tagged: number): MadeHistory {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-history-'));
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch=main');
  git('remote', 'add', 'origin', 'git@github.com:acme/sync.git');
  const stream = Array.from({ length: count }, (_, i) => {
    const seconds = Math.floor((noonMs + i * dayMs) / 1000);
    const message = `Change ${i}`;
    return [
      ...['commit refs/heads/main', `mark :${i + 1}`],
      `committer Ann <ann@localhost> ${seconds} +0000`,
      ...[`data ${message.length}`, message],
      ...(i === 0 ? [] : [`from :${i}`]),
      ...['M 100644 inline file', `data ${String(i).length}`, String(i)],
    ].join('\n');
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: `${stream.join('\n')}\n` });
  const commits = git('log', '--reverse', '--format=%H', 'main').split('\n');
  git('tag', 'v1.0', commits[tagged]!);
  return { folder, commits, git };
}

export interface MeasuredPush {
  before?: string;
  commit: string;
}

/** One run of each, on hosts that differ by 5%, with 1% noise, of the tests `upload` and `list`. */
export async function storePushes(
  store: SeriesStore,
  pushes: readonly MeasuredPush[],
  levelOf: (test: string, commit: string) => number,
): Promise<void> {
  const random = createRandom(7);
  const builds = pushes.map(({ before, commit }, i): BuildPoints => {
    const host = 0.05 * drawNormal(random);
    const sides =
      before === undefined
        ? [['after', commit]]
        : [
            ['before', before],
            ['after', commit],
          ];
    const points = sides.flatMap(([side = '', own = '']) =>
      ['upload', 'list'].flatMap((test) => {
        const here = levelOf(test, own) + host + 0.005 * drawNormal(random);
        return Array.from({ length: 5 }, (_, repeat) => {
          const latency = 4e8 * Math.exp(here + 0.01 * drawNormal(random));
          return makePoint({ test, side: side as 'after', repeat, values: { latency } });
        });
      }),
    );
    // Later pushes were measured first: the order is that of the commits.
    const facts = { commit, baseline: before ?? commit, atMs: noonMs - i * 60_000 };
    return { build: makeStoredBuild(i, { ...facts, runId: `run-${i}` }), points };
  });
  await writeAll(store, ...builds);
  await store.close();
}

export function openStoreIn(folder: string): SeriesStore {
  return openSqliteStore({ file: join(folder, 'series.sqlite') });
}

export function writeSuite(folder: string, budget: string): void {
  const tests = '[{ name: upload, command: [a] }, { name: list, command: [a] }]';
  const text = `version: 1\nsuite: sync\ntests: ${tests}\nbudget: ${budget}\n`;
  writeFileSync(join(folder, 'perigee.yml'), text);
}
