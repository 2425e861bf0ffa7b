import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCollector, type Collector } from '../../src/profile/spans/collector.ts';
import { SpanTable } from '../../src/profile/spans/span-table.ts';
import { noCounters } from './execute-here.ts';

let collector: Collector;
let table: SpanTable;

beforeEach(async () => {
  table = new SpanTable(noCounters);
  collector = await openCollector(() => table);
});
afterEach(async () => {
  await collector.close();
  expect(existsSync(collector.path)).toBe(false);
});

/** Sends bytes and waits until the collector closes or has answered as often as asked. */
function talk(bytes: string | Buffer, answers: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(collector.path, () => socket.write(bytes));
    let text = '';
    const finish = () => {
      socket.destroy();
      resolve(text.split('\n').slice(0, -1));
    };
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.split('\n').length > answers) finish();
    });
    socket.on('close', finish);
    socket.on('error', reject);
  });
}

const begin = '{"op":"begin","id":1,"span":"s"}\n';
const end = '{"op":"end","id":1,"latencyNs":5}\n';

test.each([
  ['', 'one line of JSON'],
  ['{', 'one line of JSON'],
  ['[]', 'a JSON object'],
  ['null', 'a JSON object'],
  ['7', 'a JSON object'],
  ['{}', '"op"'],
  ['{"op":"stop"}', '"op"'],
  ['{"op":"begin"}', 'the name of a span'],
  ['{"op":"begin","span":"s"}', '"id"'],
  ['{"op":"begin","id":-1,"span":"s"}', '"id"'],
  ['{"op":"begin","id":1e99,"span":"s"}', '"id"'],
  ['{"op":"begin","id":1,"span":""}', '1 to 200 characters'],
  ['{"op":"begin","id":1,"span":"a\\u0000b"}', 'control characters'],
  ['{"op":"begin","id":1,"span":"a\u2028b"}', 'one line'],
  ['{"op":"begin","id":1,"span":"whole test"}', 'every test has'],
  ['{"op":"begin","id":1,"span":"s","pid":"x"}', '"pid"'],
  ['{"op":"begin","id":1,"span":"s","parent":null}', '"parent"'],
  ['{"op":"begin","id":1,"span":"s","switches":[]}', '"switches"'],
  ['{"op":"begin","id":1,"span":"s","switches":{"voluntary":1}}', 'involuntary'],
  ['{"op":"end","id":1,"latencyNs":1}', 'is not open'],
  ['{"op":"end","id":1,"latencyNs":-1}', '"latencyNs"'],
  ['{"op":"end","id":1,"latencyNs":1.5}', '"latencyNs"'],
  ['{"op":"end","id":1,"latencyNs":1,"annotations":[]}', '"annotations"'],
  ['{"op":"end","id":1,"latencyNs":1,"annotations":{"span":1}}', 'reserved'],
  ['{"op":"end","id":1,"latencyNs":1,"annotations":{"__proto__":1}}', 'not allowed'],
  ['{"op":"end","id":1,"latencyNs":1,"annotations":{"a":null}}', 'neither text'],
])('%s is refused, and the next message is taken', async (line, reason) => {
  const [refusal, taken] = await talk(`${line}\n${begin}`, 2);
  expect(JSON.parse(refusal ?? '')).toMatchObject({ ok: false });
  expect(refusal).toContain(JSON.stringify(reason).slice(1, -1));
  expect(taken).toContain('{"ok":true,"id":1,"key":');
});

test('after ten lines that are no messages the connection is closed', async () => {
  expect(await talk('x\n'.repeat(50), 100)).toHaveLength(10);
});

test('bad numbers are named in the record, and do not close the connection', async () => {
  const bad = (name: string): string =>
    `{"op":"record","id":1,"name":"${name}","values":[1],"counts":[0]}\n`;
  const answers = await talk(bad('wait').repeat(15) + bad('ops') + begin, 17);
  expect(answers).toHaveLength(17);
  expect(answers.at(-1)).toContain('{"ok":true,"id":1,"key":');
  const problem = (name: string) => ({
    code: 'number-refused',
    message: `${name}: a count is a whole number, 1 or more`,
  });
  expect(table.problems.slice(0, 2)).toEqual([problem('wait'), problem('ops')]);
});

const note = (parent: string): string =>
  `{"op":"record","id":2,"parent":"${parent}","name":"n","values":[3]}\n`;

test('a number of another process belongs to the span whose key it names, while it is open', async () => {
  const socket = connect(collector.path, () => socket.write(begin));
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  const { key } = JSON.parse(String(answer)) as { key: string };
  expect(await talk(note(key), 1)).toEqual(['{"ok":true,"id":2}']);
  socket.write(end);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  expect(table.list()).toMatchObject([{ span: 's', values: { n: 3 } }]);
  expect(table.problems).toEqual([]);
  expect(await talk(note(key), 1)).toEqual([expect.stringContaining('is not open')]);
  expect(await talk(note('1'), 1)).toEqual([expect.stringContaining('is the key that the answer')]);
  expect(table.problems.map(({ code }) => code)).toEqual(['number-refused', 'number-refused']);
});

test.each([
  ['a link', (file: string) => symlinkSync('/etc/passwd', file)],
  ['a folder', (file: string) => mkdirSync(file)],
  ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
  ['a file that is too long', (file: string) => writeFileSync(file, 'x'.repeat(1024 * 1024 + 1))],
  ['a file without a message', (file: string) => writeFileSync(file, 'x\n')],
])('%s in the place of what was lost is a problem and nothing else', (_title, make) => {
  make(`${collector.path}.lost`);
  collector.takeLost();
  expect(table.problems).toMatchObject([{ code: 'number-refused' }]);
});

test('a line without an end is refused and the connection closed', async () => {
  expect(await talk('x'.repeat(200_000), 2)).toHaveLength(1);
});

test('a begin that is refused leaves the open span of that id alone, whatever the name', async () => {
  const again = '{"op":"begin","id":1,"span":"end"}\n';
  const answers = await talk(begin + again + end, 3);
  expect(answers.map((answer) => (JSON.parse(answer) as { ok: boolean }).ok)).toEqual([
    true,
    false,
    true,
  ]);
  expect(table.list()).toMatchObject([{ span: 's', occurrences: 1 }]);
});

test('a process that finds too many others connected is told of in the record', async () => {
  const sockets = Array.from({ length: 257 }, () => connect(collector.path));
  for (const socket of sockets) socket.on('error', () => undefined).resume();
  while (table.problems.length === 0) await sleep(5);
  expect(table.problems).toMatchObject([{ code: 'spans-not-taken' }]);
  for (const socket of sockets) socket.destroy();
});

test('problems beyond the limit are counted, so that none is lost in silence', () => {
  for (let count = 0; count < 250; count += 1) table.report('span-failed', 'why', 's');
  expect(table.problems).toHaveLength(201);
  expect(table.problems.at(-1)?.message).toContain('50 more');
});

test('spans nested too deep are refused', async () => {
  const lines = Array.from({ length: 101 }, (_, index) =>
    JSON.stringify({ op: 'begin', id: index, span: 's', ...(index > 0 && { parent: index - 1 }) }),
  );
  const answers = await talk(`${lines.join('\n')}\n`, 101);
  expect(answers[99]).toContain('"ok":true');
  expect(answers[100]).toContain('nested deeper than 100');
});

test('whatever bytes come, the collector answers the next sender', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
  console.log(`seed ${seed}`);
  let state = seed;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let round = 0; round < 300; round += 1) {
    const bytes = Buffer.from(`${begin}${end}`.repeat(1 + random(4)));
    for (let change = random(12); change > 0; change -= 1) {
      bytes[random(bytes.length)] =
        random(2) === 0 ? random(256) : begin.charCodeAt(random(begin.length)) || 0;
    }
    const socket = connect(collector.path);
    socket.on('error', () => undefined).on('data', () => undefined);
    await new Promise((resolve) => socket.write(bytes.subarray(0, random(bytes.length)), resolve));
    if (random(2) === 0) socket.destroy();
    else socket.end(bytes);
  }
  expect(await talk(begin + end, 2)).toEqual([
    expect.stringContaining('{"ok":true,"id":1,"key":'),
    '{"ok":true,"id":1}',
  ]);
});

test('a counter that fails at a bound is told, and the spans and the test go on', async () => {
  const bounds: string[] = [];
  const before = collector;
  collector = await openCollector(() => table, undefined, {
    update(bound) {
      bounds.push(bound);
      return Promise.reject(new Error('vgdb is gone'));
    },
  });
  await before.close();
  const answers = await talk(begin + end + begin.replace('1', '2'), 3);

  expect(answers.map((line) => (JSON.parse(line) as { ok: boolean }).ok)).toEqual(
    Array(3).fill(true),
  );
  expect(bounds).toEqual(['begin', 'end', 'begin']);
  expect(table.list()).toMatchObject([{ span: 's', occurrences: 1 }]);
  const message = 'a counter could not be read at a begin or end of a span: Error: vgdb is gone';
  expect(table.problems.slice(0, 3)).toEqual(
    Array(3).fill({ code: 'spans-not-counted', message, span: undefined }),
  );
});
