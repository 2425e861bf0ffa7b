import * as fc from 'fast-check';
import { UserError } from '../../../src/contract/user-error.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { BadMessage, parseMessage } from '../../../src/profile/spans/parse-message.ts';
import { parseOtlp } from '../../../src/profile/spans/parse-otlp.ts';
import { readEvent } from '../../../src/service/aggregate/run-aggregation.ts';
import { kinds, listExamples, readExample } from '../../contract/corpus.ts';
import { drawNearly } from '../draw.ts';
import { describeEntry, type Entry, expectThat } from '../entry.ts';
import { mutateValue } from '../mutate-value.ts';

/** A valid document with some values changed, or its text damaged, or anything. */
const drawDocument = (texts: readonly string[], most: number): fc.Arbitrary<string> =>
  fc.oneof(
    drawNearly(texts, most),
    fc
      .constantFrom(...texts)
      .chain((text) => mutateValue<unknown>(JSON.parse(text)))
      .map((value) => writeDocument(value).slice(0, most)),
  );

/** A list of lists that were all repeated is longer than any text can be; a door sees none of it. */
function writeDocument(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

const documents = kinds.map((kind) => {
  const texts = listExamples(kind, 'valid').map((name) => readExample(kind, 'valid', name));
  return describeEntry({
    name: `document: ${kind}`,
    input: drawDocument(texts, 300_000),
    run: (text) => void parseDocument(kind, text, 'fuzz'),
    refusals: [UserError],
  });
});

const events = listExamples('build-event', 'valid').map((name) =>
  readExample('build-event', 'valid', name),
);

const messages = [
  '{"op":"begin","id":1,"span":"send","parent":0,"pid":7,"switches":{"voluntary":1,"involuntary":2}}',
  '{"op":"end","id":1,"latencyNs":1000,"annotations":{"files":10,"kind":"small","warm":true},"failed":false}',
  '{"op":"record","id":3,"parent":"1/2","name":"wait","values":[1]}',
  '{"op":"record","id":2,"span":"send","annotations":{"files":10},"name":"wait","unit":"ms","direction":"lower","values":[1.5,2],"counts":[3,1],"distribution":true,"total":2,"left":0}',
];

const traces = [
  '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"ab","spanId":"01","parentSpanId":"02","name":"query","startTimeUnixNano":"1","endTimeUnixNano":"9","status":{"code":0},"attributes":[{"key":"perigee.rows","value":{"intValue":"100"}},{"key":"perigee.warm","value":{"boolValue":true}}]}]}]}]}',
];

export const documentEntries: readonly Entry[] = [
  ...documents,
  describeEntry({
    name: 'event in the log of builds',
    input: drawDocument(events, 100_000),
    run: (value) => {
      const read = readEvent({ key: 'acme/sync', value, position: '0/1', receivedAtMs: 0 });
      if (read.kind === 'shard')
        expectThat(read.shard.index < read.shard.total, 'a shard that is none');
      if (read.kind === 'poison') expectThat(read.why.length < 20_000, 'a long reason');
    },
  }),
  describeEntry({
    name: 'export of traces',
    input: drawDocument(traces, 100_000),
    run: (text) => {
      const { spans = [] } = parseOtlp(JSON.parse(text)) ?? {};
      for (const { annotations, latencyNs, span } of spans) {
        expectThat(span.length <= 200, 'a long name');
        expectThat(latencyNs >= 0, 'a latency below 0');
        expectThat(Object.keys(annotations).length <= 16, 'too many annotations');
      }
    },
    refusals: [SyntaxError],
  }),
  describeEntry({
    name: 'message to the collector',
    input: drawDocument(messages, 64 * 1024),
    run: (line) => {
      const message = parseMessage(line);
      if (message.op === 'end') {
        expectThat(
          Object.keys(message.annotations).length <= 16,
          'more annotations than are allowed',
        );
        expectThat(
          !Object.hasOwn(message.annotations, '__proto__'),
          'an annotation named __proto__',
        );
      }
      if (message.op === 'record') {
        expectThat(message.values.every(Number.isFinite), 'a value that is no number');
        expectThat(
          message.counts === undefined || message.counts.length === message.values.length,
          'counts without values',
        );
      }
    },
    refusals: [BadMessage],
  }),
];
