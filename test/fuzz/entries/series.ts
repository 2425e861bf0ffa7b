import * as fc from 'fast-check';
import type { Annotations } from '../../../src/contract/documents.ts';
import { spanKey } from '../../../src/contract/series-key.ts';
import { isEqual } from '../../../src/store/influx/influxql.ts';
import { linesOfBuild } from '../../../src/store/influx/lines.ts';
import { annotationOfTag } from '../../../src/store/influx/names.ts';
import { decodeAnnotation, decodeTag } from '../../../src/store/influx/tag-text.ts';
import { isReferenceName } from '../../../src/runner/revisions/reference-name.ts';
import { findForeign } from '../../../src/runner/revisions/repository.ts';
import { makePoint, makeStoredBuild } from '../../store/make-build.ts';
import { drawText, mutateText } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { leaf } from '../mutate-value.ts';

/** What the schema lets a name be: one line of 1 to 300 characters without control characters. */
const name = drawText(300).map(
  (text) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, '') || 'a',
);

const annotations: fc.Arbitrary<Annotations> = fc.dictionary(
  fc.constantFrom('kind', 'a.b-c', 'constructor', 'k1', 'k2'),
  fc.oneof(drawText(256), leaf).map((value) => {
    if (typeof value === 'string') return value.toWellFormed();
    return typeof value === 'boolean' || typeof value === 'number' ? value : 'x';
  }),
  { maxKeys: 4, noNullPrototype: true },
);

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
    input: fc.record({
      build: fc
        .record({
          suite: name,
          branch: name,
          author: name,
          runId: name.map((id) => id.slice(0, 100)),
        })
        .map((facts) => makeStoredBuild(1, facts)),
      point: fc.record({ test: name, span: name, annotations }).map((facts) => makePoint(facts)),
    }),
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
    input: fc.record({ name: drawText(300), text: drawText(1000) }),
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
    input: name.chain((one) =>
      fc.tuple(fc.constant(one), mutateText(one, 300), fc.nat(one.length)),
    ),
    run: ([one, other, at]) => {
      const [head, tail] = [one.slice(0, at), one.slice(at)];
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
    input: mutateText('refs/heads/feature/a-b.c', 3000),
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
    input: mutateText("fatal: detected dubious ownership in repository at '/x'\n", 100_000),
    run: (said) => void findForeign(said),
  }),
];
