import { defend, type Defence } from './defence.ts';

/** What keeps files of a repository, of another tool or of a test from being read whatever they hold. */
export const fileDefences: readonly Defence[] = [
  ...defend(
    'src/suite/starter/repository-files.ts',
    ['test/suite/starter/benchmark-files.test.ts'],
    [['a file that is read whole, however large', ' && stat.size <= most ?', ' ?']],
  ),
  ...defend(
    'src/suite/starter/migrate/migrate-repository.ts',
    ['test/suite/starter/migrate/migrate-repository.test.ts'],
    [['workflows without number', 'files.slice(0, mostFiles)', 'files']],
  ),
  ...defend(
    'src/cli/commands/import.ts',
    ['test/cli/import.test.ts'],
    [['a history that fills the memory', 'if (stats.size > largestFile)', 'if (stats.size < 0)']],
  ),
  ...defend(
    'src/cli/store/read-export.ts',
    ['test/cli/store/read-export.test.ts'],
    [['a line that fills the memory', 'if (bytes > mostBytes)', 'if (bytes < 0)']],
  ),
  ...defend(
    'src/profile/spans/otlp-endpoint.ts',
    ['test/profile/otlp.test.ts'],
    [
      ['an export without end', 'if (size > longestExport)', 'if (size < 0)'],
      ['traces of somebody else', 'request.url !== path || ', ''],
    ],
  ),
];
