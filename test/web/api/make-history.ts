import type { BuildPoints, SeriesPoint, StoredBuild } from '../../../src/store/series-point.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { commitOf, makePoint, makeStoredBuild, never } from '../../store/make-build.ts';

export const repository = 'acme/sync';
/** The level of `upload` rises by a quarter with this commit. */
export const stepAt = 44;

/**
 * A year of a project: each commit compared with the one before, and every tenth time a pull request too. Of four
 * tests one becomes slower; the machine of build 20 is twice as slow.
 */
export function makeHistory(builds: number, facts: Partial<StoredBuild> = {}): BuildPoints[] {
  const random = createRandom(7);
  return Array.from({ length: builds }, (_, i) => {
    const number = i + 1;
    const isPull = number % 10 === 0;
    // The commit of a pull request is none of the branch.
    const base = number % 10 === 1 && number > 1 ? number - 2 : number - 1;
    const build = makeStoredBuild(number, {
      author: `author ${number % 3}`,
      branch: isPull ? `topic-${number}` : 'main',
      ...(isPull
        ? { branchKind: 'pull-request', pullRequest: number, commit: commitOf(5000 + number) }
        : {}),
      baseline: commitOf(base),
      links: { build: `https://ci.example.org/${number}` },
      machines: [
        {
          ...{ cpu: 'Epyc', cores: 4, kernel: number < 30 ? '6.1' : '6.8' },
          toolchain: number < 30 ? 'go 1.25.1' : 'go 1.26.8',
        },
      ],
      ...facts,
    });
    const host = 1 + 0.01 * drawNormal(random) + (number === 20 ? 1 : 0);
    const points = ['upload', 'download', 'list', 'sign'].flatMap((test) =>
      [1, 2].flatMap((size) => measure({ test, annotations: { size } }, number)),
    );
    return { build, points: [...points, canaryOf()] };

    function measure(span: Partial<SeriesPoint>, commit: number): SeriesPoint[] {
      return (['before', 'after'] as const).flatMap((side) => {
        const at = side === 'after' ? commit : base;
        const level = 1_000_000 * (span.test === 'upload' && at >= stepAt ? 1.25 : 1) * host;
        return Array.from({ length: 5 }, (_, repeat) => {
          const isOutlier = repeat === 4 && random() < 0.1;
          const latency = level * (1 + 0.005 * drawNormal(random)) * (isOutlier ? 3 : 1);
          const outliers = isOutlier ? ['latency'] : [];
          return makePoint({ ...span, side, repeat, outliers, values: { latency } });
        });
      });
    }

    function canaryOf(): SeriesPoint {
      const values = { 'cpu.integer': 5000 * host };
      const machine = {
        test: '(machine)',
        span: 'canaries',
        annotations: { cpu: 'Epyc', cores: 4 },
      };
      return makePoint({ ...machine, values });
    }
  });
}

/** Three builds of the repository, and as many of one that not everybody may see. */
export async function writeWithSecret(file: string): Promise<void> {
  const store = openSqliteStore({ file });
  await store.write(makeHistory(3), never);
  await store.write(makeHistory(3, { repository: 'acme/secret' }), never);
  await store.close();
}
