import { readFileSync } from 'node:fs';
import { isRelevant } from '../../../src/contract/match-paths.ts';
import { matchesName } from '../../../src/contract/name-pattern.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { parseSettings } from '../../../src/suite/parse-settings.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { exampleText } from '../../suite/example-suite.ts';
import { below, drawCrumb, drawRun, drawSize, drawText, mutateText, pick } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import type { Random } from '../../../src/stats/random.ts';

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

const drawYaml = (random: Random, texts: readonly string[], most: number): string =>
  random() < 0.85 ? mutateText(random, pick(random, texts), most) : drawText(random, most);

const patterns = [
  'src/**',
  '**/*.md',
  '*.json',
  'packages/*/src/**',
  '**/a/**/b',
  'a**b',
  '**',
  '*',
];

function drawPattern(random: Random): string {
  const pieces = Array.from({ length: 1 + below(random, 8) }, () =>
    pick(random, ['*', '**', '**/', '/', 'a', drawCrumb(random), drawRun(random, 200)]),
  );
  return random() < 0.3 ? pick(random, patterns) : pieces.join('').slice(0, 500) || '*';
}

export const suiteEntries: readonly Entry[] = [
  describeEntry({
    name: 'perigee.yml',
    draw: (random) => drawYaml(random, suites, 2_000),
    run: (text) => {
      const suite = parseSuite(text, 'perigee.yml');
      expectThat(suite.tests.length > 0, 'a suite without tests');
    },
    refusals: [UserError],
  }),
  describeEntry({
    name: 'perigee-service.yml',
    draw: (random) => drawYaml(random, settings, 2_000),
    run: (text) => void parseSettings(text, 'perigee-service.yml'),
    refusals: [UserError],
  }),
  describeEntry({
    name: 'names of changed files',
    draw: (random) => ({
      files: Array.from({ length: drawSize(random, 3000) }, () =>
        drawText(random, drawSize(random, 4096)),
      ),
      paths: Array.from({ length: 1 + drawSize(random, 1000) }, () => drawPattern(random)),
      ignore: Array.from({ length: below(random, 3) }, () => drawPattern(random)),
    }),
    run: ({ files, paths, ignore }) => {
      const answer = isRelevant(files, { paths, ignore });
      if (files.length === 0) expectThat(!answer, 'a change without files counts');
    },
  }),
  describeEntry({
    name: 'patterns of rules',
    draw: (random) => ({ pattern: drawPattern(random), name: drawText(random, 300) }),
    run: ({ pattern, name }) => {
      const escaped = pattern
        .split('*')
        .map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
      const fits = matchesName(pattern, name);
      if (escaped.length > 4 || name.length > 60) return;
      expectThat(fits === new RegExp(`^${escaped.join('[^]*')}$`).test(name), `says ${fits}`);
    },
  }),
];
