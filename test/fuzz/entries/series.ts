import type { Annotations } from '../../../src/contract/documents.ts';
import { spanKey } from '../../../src/contract/series-key.ts';
import { isEqual } from '../../../src/series/influx/influxql.ts';
import { linesOfBuild } from '../../../src/series/influx/lines.ts';
import { annotationOfTag } from '../../../src/series/influx/names.ts';
import { decodeAnnotation, decodeTag } from '../../../src/series/influx/tag-text.ts';
import { isReferenceName } from '../../../src/runner/revisions/reference-name.ts';
import { findForeign } from '../../../src/runner/revisions/repository.ts';
import type { Random } from '../../../src/stats/random.ts';
import { makePoint, makeStoredBuild } from '../../series/make-build.ts';
import { below, drawText, mutateText, pick } from '../draw.ts';
import { drawLeaf } from '../draw-json.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';

/** What the schema lets a name be: one line of 1 to 300 characters without control characters. */
function drawName(random: Random): string {
  const text = drawText(random, 300)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '');
  return text === '' ? 'a' : text;
}

function drawAnnotations(random: Random): Annotations {
  const entries = Array.from({ length: below(random, 4) }, (_, place) => {
    const drawn = random() < 0.5 ? drawText(random, 256) : drawLeaf(random);
    const value = typeof drawn === 'string' ? drawn.toWellFormed() : drawn;
    const isValue =
      typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
    return [
      pick(random, ['kind', 'a.b-c', 'constructor', `k${place}`]),
      isValue ? value : 'x',
    ] as const;
  });
  return Object.fromEntries(entries);
}

interface Line {
  tags: Map<string, string>;
  fields: string;
  time: string;
}

/** Up to the first of the ends that no backslash stands before, with what was escaped as it is meant. */
function takeName(text: string, from: number, ends: string): { name: string; end: number } {
  let name = '';
  let at = from;
  for (; at < text.length && !ends.includes(text[at] ?? ''); at += 1) {
    const isEscape = text[at] === '\\' && ',= '.includes(text[at + 1] ?? 'x');
    if (isEscape) at += 1;
    name += text[at] ?? '';
  }
  return { name, end: at };
}

/** By the documentation: https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/ */
function readLine(line: string): Line {
  const tags = new Map<string, string>();
  let { end } = takeName(line, 0, ', ');
  while (line[end] === ',') {
    const key = takeName(line, end + 1, '=');
    const value = takeName(line, key.end + 1, ', =');
    expectThat(value.name !== '' && line[value.end] !== '=', `a tag ${key.name}=${value.name}`);
    tags.set(key.name, value.name);
    ({ end } = value);
  }
  const fields = /^ ((?:[^" ]|"(?:[^"\\]|\\[^])*")+) (\d+)$/.exec(line.slice(end));
  expectThat(fields !== null, `fields ${line.slice(end, end + 300)}`);
  return { tags, fields: fields?.[1] ?? '', time: fields?.[2] ?? '' };
}

export const seriesEntries: readonly Entry[] = [
  describeEntry({
    name: 'line protocol',
    draw: (random) => {
      const build = makeStoredBuild(1, {
        suite: drawName(random),
        branch: drawName(random),
        author: drawName(random),
        runId: drawName(random).slice(0, 100),
      });
      const point = makePoint({
        test: drawName(random),
        span: drawName(random),
        annotations: drawAnnotations(random),
      });
      return { build, point };
    },
    run: ({ build, point }) => {
      const lines = [...linesOfBuild({ build, points: [point] })].map(({ text }) => text);
      expectThat(
        lines.every((line) => !line.includes('\n')),
        'a line that is two',
      );
      const [ofBuild, ofPoint] = lines.map(readLine);
      expectThat(decodeTag(ofBuild?.tags.get('suite') ?? '') === build.suite, 'another suite');
      const tags = ofPoint?.tags ?? new Map<string, string>();
      expectThat(decodeTag(tags.get('test') ?? '') === point.test, 'another test');
      expectThat(decodeTag(tags.get('span') ?? '') === point.span, 'another span');
      const read = [...tags].flatMap(([tag, value]) => {
        const key = annotationOfTag(tag);
        return key === undefined ? [] : [[key, decodeAnnotation(value)] as const];
      });
      const back = { ...point, annotations: Object.fromEntries(read) };
      expectThat(
        spanKey(back) === spanKey(point),
        `reads back as ${JSON.stringify(back.annotations)}`,
      );
    },
  }),
  describeEntry({
    name: 'text in InfluxQL',
    draw: (random) => ({ name: drawText(random, 300), text: drawText(random, 1000) }),
    run: ({ name, text }) => {
      const query = isEqual(name, text);
      const parts = /^"((?:[^"\\\n]|\\.)*)" = '((?:[^'\\\n]|\\.)*)'$/.exec(query);
      const read = (part = ''): string =>
        part.replaceAll(/\\(.)/g, (_all, next: string) => (next === 'n' ? '\n' : next));
      expectThat(
        parts !== null && read(parts[1]) === name && read(parts[2]) === text,
        `writes ${query.slice(0, 300)}`,
      );
    },
  }),
  describeEntry({
    name: 'key of a span',
    draw: (random) => {
      const name = drawName(random);
      const at = below(random, name.length + 1);
      return {
        one: name,
        other: mutateText(random, name, 300),
        head: name.slice(0, at),
        tail: name.slice(at),
      };
    },
    run: ({ one, other, head, tail }) => {
      const key = (test: string, span: string): string =>
        spanKey({ test, span, annotations: {}, platform: 'x' });
      if (!/\p{Cc}/u.test(other) && one !== other)
        expectThat(key(one, 's') !== key(other, 's'), 'two tests share a key');
      if (head !== '' && tail !== '')
        expectThat(key(head, tail) !== key(one, ''), 'test and span flow together');
    },
  }),
  describeEntry({
    name: 'name of a reference',
    draw: (random) => mutateText(random, 'refs/heads/feature/a-b.c', 3000),
    run: (name) => {
      if (!isReferenceName(name)) return;
      const isSafe =
        name.startsWith('refs/') &&
        !/[\p{Cc} ~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|\/\./u.test(name);
      expectThat(isSafe, `takes ${JSON.stringify(name)}`);
    },
  }),
  describeEntry({
    name: 'words of git',
    draw: (random) =>
      mutateText(random, "fatal: detected dubious ownership in repository at '/x'\n", 100_000),
    run: (said) => void findForeign(said),
  }),
];
