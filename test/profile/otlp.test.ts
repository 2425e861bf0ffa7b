import { expect, test } from 'vitest';
import { executeHere, findSpan } from './execute-here.ts';

const environment = {
  PATH: process.env['PATH'] ?? '',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'perigee',
};

/** A Node program that has `post(body, headers)` and `span(id, name, ms, more)`. */
function program(body: string): string[] {
  const start = `
    const url = process.env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
    const json = { 'content-type': 'application/json' };
    const post = async (body, headers = json, to = url) => {
      const answer = await fetch(to, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });
      console.log(answer.status, await answer.text());
    };
    const now = BigInt(Date.now()) * 1000000n;
    const span = (spanId, name, ms, more = {}) => ({ traceId: 'aa', spanId, name, kind: 1,
      startTimeUnixNano: String(now), endTimeUnixNano: String(now + BigInt(ms * 1e6)), status: { code: 0 }, ...more });
    const wrap = (...spans) => ({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 't' }, spans }] }] });
    await new Promise((resolve) => setTimeout(resolve, 60));`;
  return [process.execPath, '--input-type=module', '--eval', `${start}\n${body}`];
}

const run = (body: string) => executeHere(0, program(body), { environment });

test('spans that OpenTelemetry exports have their latency, their parent and the annotations that are meant', async () => {
  const execution = await run(`
    const attribute = (key, value) => ({ key: 'perigee.' + key, value });
    await post(wrap(span('01', 'query', 5, { parentSpanId: '02', attributes: [
      { key: 'db.statement', value: { stringValue: 'SELECT 1' } },
      attribute('rows', { intValue: '100' }), attribute('warm', { boolValue: true }),
      attribute('share', { doubleValue: 0.5 }), attribute('table', { stringValue: 'users' }),
    ] })));
    await post(wrap(span('02', 'request', 20), span('03', 'request', 40)));`);
  expect(execution.log).toBe('200 {}\n200 {}\n');
  expect(execution.problems).toEqual([]);
  const query = findSpan(execution, 'query');
  expect(query).toMatchObject({ parent: 'request', occurrences: 1, values: { latency: 5e6 } });
  expect(query.annotations).toEqual({ rows: 100, warm: true, share: 0.5, table: 'users' });
  const request = findSpan(execution, 'request');
  expect(request).toMatchObject({ occurrences: 2, values: { latency: 30e6 } });
  expect(request.observedNs).toBeUndefined();
});

test('a span with an error is not counted, and said once', async () => {
  const execution = await run(
    `await post(wrap(...['01', '02'].map((id) => span(id, 'bad', 1, { status: { code: 2 } }))));`,
  );
  expect(execution.spans.map(({ span }) => span)).toEqual(['whole test']);
  expect(execution.problems).toMatchObject([{ code: 'span-failed', span: 'bad' }]);
});

test('a span that may not be counted is refused alone', async () => {
  const attribute = (key: string, value: string): string =>
    `span('01', 's', 1, { attributes: [{ key: 'perigee.${key}', value: ${value} }] })`;
  const bad: [span: string, why: string][] = [
    [`span('01', 's', 3600_000)`, 's: it took longer than its test'],
    [`span('01', 'whole test', 1)`, 'the span of every test'],
    [`span('01', 'a\\nb', 1)`, 'one line'],
    [`span(undefined, 's', 1)`, 'no spanId'],
    [`span('01', 's', -1)`, 'are no times'],
    [attribute('host', `{ stringValue: 'a' }`), 'is reserved'],
    [attribute('n', '{ intValue: { toString: 1 } }'), 'neither text, a finite number'],
    ['7', 'a span is an object'],
  ];
  const execution = await run(
    bad.map(([one], at) => `await post(wrap(${one}, span('${10 + at}', 'good', 1)));`).join('\n'),
  );
  expect(execution.log).toBe('200 {"partialSuccess":{"rejectedSpans":"1"}}\n'.repeat(bad.length));
  expect(execution.spans.map(({ span }) => span)).toEqual(['good', 'whole test']);
  expect(findSpan(execution, 'good').occurrences).toBe(bad.length);
  expect(execution.problems).toMatchObject(
    bad.map(([, why]) => ({
      ...{ code: 'span-refused', message: expect.stringContaining(why) as string },
    })),
  );
});

test.each([
  ['as protobuf', `post('x', { 'content-type': 'application/x-protobuf' })`, 415],
  ['compressed', `post('x', { ...json, 'content-encoding': 'gzip' })`, 415],
  ['that is no JSON', `post('{')`, 400],
  ['that is no export', `post({ resourceSpans: 1 })`, 400],
  ['that is too long', `post(' '.repeat(9 * 1024 * 1024)).catch(() => console.log('413'))`, 413],
])('an export %s is refused, and the next is taken', async (_what, call, status) => {
  const execution = await run(`await ${call}; await post(wrap(span('09', 'good', 1)));`);
  expect(execution.log).toMatch(new RegExp(`^${status}[^\\n]*\\n200 {}\\n$`));
  expect(findSpan(execution, 'good').occurrences).toBe(1);
  expect(execution.problems).toMatchObject([{ code: 'spans-not-taken' }]);
});

test('who does not know the address cannot export', async () => {
  const { log, spans } = await run(
    `await post(wrap(span('01', 's', 1)), json, new URL('/v1/traces', url));`,
  );
  expect(log).toMatch(/^404/);
  expect(spans).toHaveLength(1);
});

test('more spans than an execution may export are refused, and the others folded', async () => {
  const execution = await run(`
    const many = (from) => wrap(...Array.from({ length: 20_001 }, (_, i) =>
      span((from + i + 1).toString(16), 's', 1)));
    for (let i = 0; i < 5; i += 1) await post(many(i * 20_001));`);
  expect(execution.log).toMatch(/(200 {}\n){4}200 {"partialSuccess":{"rejectedSpans":"5"}}\n/);
  expect(findSpan(execution, 's').occurrences).toBe(100_000);
  expect(execution.problems).toHaveLength(1);
});

test('without the wish for it there is no endpoint', async () => {
  const command = ['sh', '-c', 'echo "${OTEL_EXPORTER_OTLP_TRACES_ENDPOINT-none}"'];
  expect((await executeHere(0, command)).log).toBe('none\n');
  const own = { ...environment, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/' };
  expect((await executeHere(0, command, { environment: own })).log).toBe(
    'http://localhost:4318/\n',
  );
});

test('an export of values without end is refused before it is read', async () => {
  const { log } = await run(`await post('[' + Array(600000).fill('[]').join() + ']');`);
  expect(log).toMatch(/^400/);
});
