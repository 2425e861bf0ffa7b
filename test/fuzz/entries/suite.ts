import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { isRelevant } from '../../../src/contract/match-paths.ts';
import { matchesName } from '../../../src/contract/name-pattern.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { parseSettings } from '../../../src/suite/parse-settings.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { openReaders } from '../../../src/settings/readers/open-readers.ts';
import { exampleText } from '../../suite/example-suite.ts';
import { crumb, drawNearly, drawRun, drawSize, drawText, mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const suites = [
  exampleText,
  read('examples/sync/perigee.yml'),
  read('examples/npm-package/perigee.yml'),
];
const settings = [...read('docs/service.md').matchAll(/```yaml\n([^]*?)```/g)].map(
  ([, text = '']) => text,
);

const pattern = fc.oneof(
  fc.constantFrom('src/**', '**/*.md', 'packages/*/src/**', '**/a/**/b', 'a**b', '**', '*'),
  fc
    .array(fc.oneof(fc.constantFrom('*', '**', '**/', '/', 'a'), crumb, drawRun(200)), {
      minLength: 1,
      maxLength: 8,
    })
    .map((pieces) => pieces.join('').slice(0, 500)),
);

/** Some texts, again and again up to so many. */
const drawMany = (text: fc.Arbitrary<string>, most: number): fc.Arbitrary<string[]> =>
  fc
    .tuple(fc.array(text, { minLength: 1, maxLength: 8 }), drawSize(most))
    .map(([texts, count]) =>
      Array.from({ length: count }, (_, at) => texts[at % texts.length] ?? ''),
    );

/** As with the heap of deploy/. */
const heapBytes = 304 * 2 ** 20;
const mebibyte = 2 ** 20;
let readers: ReturnType<typeof openReaders> | undefined;

export function closeReaders(): void {
  readers?.close();
  readers = undefined;
}

export const suiteEntries: readonly Entry[] = [
  describeEntry({
    name: 'perigee.yml',
    share: 2,
    input: drawNearly(suites, 2_000),
    run: (text) => {
      try {
        const suite = parseSuite(text, 'perigee.yml');
        expectThat(suite.tests.length > 0, 'a suite without tests');
      } catch (error) {
        const where = error instanceof UserError ? (error.facts.where ?? '') : undefined;
        if (where !== undefined)
          expectThat(/^perigee\.yml:\d+:\d+$/.test(where), `refuses at ${where}`);
        throw error;
      }
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'perigee-service.yml',
    input: drawNearly(settings, 2_000),
    run: (text) => void parseSettings(text, 'perigee-service.yml'),
    refusals: [UserError],
  }),
  describeEntry({
    name: 'names of changed files',
    input: fc.record({
      files: drawMany(drawText(4096), 3000),
      paths: drawMany(pattern, 1000),
      ignore: fc.array(pattern, { maxLength: 2 }),
    }),
    foundOnce: [
      {
        files: new Array<string>(3000).fill(''),
        paths: new Array<string>(1000).fill('src/**'),
        ignore: [],
      },
    ],
    run: ({ files, paths, ignore }) => {
      const answer = isRelevant(files, { paths, ignore });
      if (files.length === 0) expectThat(!answer, 'a change without files counts');
    },
  }),
  describeEntry({
    name: 'patterns of rules',
    input: fc.record({ pattern, name: drawText(300) }),
    run: ({ pattern, name }) => {
      const escaped = pattern
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
      const fits = matchesName(pattern, name);
      if (escaped.length > 4 || name.length > 60) return;
      expectThat(fits === new RegExp(`^${escaped.join('[^]*')}$`).test(name), `says ${fits}`);
    },
  }),
  describeEntry({
    // Another process reads it: the file may have any size, and this process only waits.
    name: 'perigee.yml of any size, in the service',
    share: 0.1,
    input: fc.oneof(
      mutateText(exampleText, mebibyte),
      fc
        .tuple(fc.constantFrom('', exampleText), drawRun(mebibyte))
        .map((parts) => parts.join('').slice(0, mebibyte)),
    ),
    run: async (text) => {
      const { parseSuite } = (readers ??= openReaders(heapBytes));
      const suite = await parseSuite(text, 'perigee.yml');
      expectThat(suite.tests.length > 0, 'a suite without tests');
    },
    refusals: [UserError],
  }),
];
