import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExplorerPorts } from '../explorer.ts';
import type { KeptDigests } from './keep-digests.ts';

/** Raised with every change of what is worked out or how. */
const form = 3;

/**
 * What was worked out of each repository, in a file of its own. To lose it costs only the work, so whatever cannot be
 * read or written is worked out again.
 * @param folder that exists; undefined keeps nothing
 */
export function keepInFile(folder: string | undefined): Pick<ExplorerPorts, 'recall' | 'keep'> {
  const fileOf = (repository: string): string => {
    const name = createHash('sha256').update(repository).digest('hex').slice(0, 16);
    return join(folder ?? '', `explorer-${name}.json`);
  };
  return {
    recall: (repository) => {
      const nothing = { suites: new Map(), series: new Map() };
      if (folder === undefined) return nothing;
      try {
        const kept = JSON.parse(readFileSync(fileOf(repository), 'utf8')) as KeptFile;
        if (kept.form !== form || kept.repository !== repository) return nothing;
        return {
          suites: new Map(
            kept.suites.map(([suite, { builds, odd }]) => [suite, { builds, odd: new Set(odd) }]),
          ),
          series: new Map(kept.series),
        };
      } catch {
        return nothing;
      }
    },
    keep: (repository, { series, suites }) => {
      if (folder === undefined) return;
      const kept: KeptFile = {
        ...{ form, repository, series: [...series] },
        suites: [...suites].map(([suite, { builds, odd }]) => [suite, { builds, odd: [...odd] }]),
      };
      const file = fileOf(repository);
      try {
        writeFileSync(`${file}.new`, JSON.stringify(kept));
        renameSync(`${file}.new`, file);
      } catch {
        // A full disk, or a folder that is gone: the next start works it out again.
      }
    },
  };
}

type Entries<T> = T extends Map<infer K, infer V> ? [K, V][] : never;

interface KeptFile {
  form: number;
  repository: string;
  suites: [string, { builds: string; odd: string[] }][];
  series: Entries<KeptDigests['series']>;
}
