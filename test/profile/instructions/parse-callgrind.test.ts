import { expect, test } from 'vitest';
import type { FunctionCount } from '../../../src/contract/execution.ts';
import {
  addCallgrind,
  readStatus,
  readTotal,
} from '../../../src/profile/instructions/parse-callgrind.ts';

const file = `# callgrind format
version: 1
events: Ir
summary: 145

ob=(1) bench/parse
fl=(1) parse.c
fn=(1) load
0 20
cfn=(2) parse_float
calls=10 0
0 100
cob=(2) /usr/lib/libc.so.6
cfi=(2) printf.c
cfn=(3) printf
calls=1 0
* 30

fn=(2)
0 100

fn=(4) 0x0000000000001180
+3 5

ob=(2)
fn=(3)
0 20
cfn=(3)
calls=1 0
0 10

totals: 145
`;

function read(text: string): Map<string, FunctionCount> {
  const functions = new Map<string, FunctionCount>();
  addCallgrind(text, functions);
  return functions;
}

test('each function has its own instructions, its calls, and what it took from each caller', () => {
  const functions = read(file);

  expect(functions.get('parse_float')).toEqual({
    self: 100,
    calls: 10,
    callers: new Map([['load', 100]]),
  });
  expect(functions.get('load')).toMatchObject({ self: 20, calls: 0 });
});

test('the own instructions of all functions add up to what callgrind says itself', () => {
  const own = [...read(file).values()].reduce((sum, { self }) => sum + self, 0);
  expect(own).toBe(145);
  expect(readTotal(file)).toBe(145);
});

test('a function that calls itself is not its own caller', () => {
  expect(read(file).get('printf')).toEqual({
    self: 20,
    calls: 2,
    callers: new Map([['load', 30]]),
  });
});

test('code without a symbol is one function of its file, whatever its address', () => {
  expect(read(file).get('code without a name in parse')?.self).toBe(5);
  expect(read('fn=(1) 0x4a2f\n0 7\n').get('code without a name made at run time')?.self).toBe(7);
});

test('several files of one program add up', () => {
  const functions = new Map<string, FunctionCount>();
  addCallgrind(file, functions);
  addCallgrind(file, functions);

  expect(functions.get('parse_float')).toMatchObject({ self: 200, calls: 20 });
});

test('the instructions of a running process are those of its threads, not of their functions', () => {
  const text = 'threads: 2\nevents-1: 1029534\nevents-1-0: 908895\nevents-2: 66\n';

  expect(readStatus(text)).toBe(1_029_600);
  expect(readStatus('vgdb error')).toBeUndefined();
});
