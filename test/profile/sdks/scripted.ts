import { nodeProgram, pythonProgram, root } from '../execute-here.ts';
import type { Scenario, Sdk } from './sdk.ts';

const nodePrograms = {
  nested: `await profile('outer', async () => {
      annotate('size', 2);
      await profile('inner', () => annotate('kind_of', 'a'));
      annotate('late', true);
    });`,
  concurrent: `import { setTimeout as sleep } from 'node:timers/promises';
    const one = (name, ms) => profile(name, async () => { await sleep(ms); annotate('ms', ms); });
    await Promise.all([one('short', 50), one('long', 300)]);`,
  repeated: `for (let i = 0; i < 6; i += 1) await profile('r', () => annotate('odd', i % 2 === 1));`,
  failing: `const error = await profile('f', () => { throw new RangeError('mine'); }).catch((error) => error);
    console.log(error.message, await profile('g', async () => 42));`,
  refused: `await profile('w', () => annotate('test', 1)).catch((error) => console.log(error.message));
    await profile('g', () => {});`,
  manyClasses: `for (let i = 0; i < 65; i += 1)
      await profile('v', () => annotate('number', i)).catch((error) => console.log(i, error.message));`,
  twoLines: `await profile('a\\u2028b', () => 1).catch((error) => console.log(error.message));`,
  inside: `await profile('inner', () => record('n', 1)); record('m', 2);`,
  numbers: `await profile('work', () => {
      annotate('size', 2);
      record('ops', 300, { unit: 'ops/s', direction: 'higher' });
      record('wait', 1.5, { unit: 'ms' });
    });
    record('bundle.size', 12, { unit: 'kB' });`,
  distributions: `await profile('work', () => {
      for (let i = 1; i <= 200; i += 1) record('wait', i);
      record('few', 10); record('few', 20);
      record('list', [3, 1, 2]);
      record('histogram', { values: [1, 100], counts: [98, 2] });
    });`,
  emptyBuckets: `for (let i = 0; i < 12; i += 1) await profile('work', () => {
      record('buckets', { values: [1, 2, 3], counts: [5, 0, 2] });
      record('none', { values: [1], counts: [0] });
    });`,
  wrongValues: `for (const value of [-1, NaN, [1, Infinity]])
      try { record('ops', value) } catch (error) { console.log(error.message) }`,
  failingWithNumbers: `await profile('work', () => { record('ops', 1); throw new Error('mine'); }).catch(() => {});`,
  undeclared: `record('opps', 1); await profile('w', () => record('ops', 2));`,
  outliving: `let late;
    await profile('w', () => {
      late = (async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        record('late', 5);
        try { annotate('late', 1); } catch (error) { console.log(error.message); }
      })();
    });
    await late;`,
  tooManyValues: `await profile('w', () => { for (let i = 0; i < 1_000_001; i += 1) record('n', i); record('kept', 1); });`,
};

export const node: Sdk = {
  name: 'node',
  program: (scenario) => nodeProgram(nodePrograms[scenario]),
};

const pythonPrograms = {
  nested: `
with profile("outer"):
  annotate("size", 2)
  with profile("inner"): annotate("kind_of", "a")
  annotate("late", True)`,
  concurrent: `
import asyncio
async def one(name, ms):
  async with profile(name):
    await asyncio.sleep(ms / 1000)
    annotate("ms", ms)
async def main(): await asyncio.gather(one("short", 50), one("long", 300))
asyncio.run(main())`,
  repeated: `
for i in range(6):
  with profile("r"): annotate("odd", i % 2 == 1)`,
  failing: `
try:
  with profile("f"): raise LookupError("mine")
except LookupError as error: print(error, 42)
with profile("g"): pass`,
  refused: `
try:
  with profile("w"): annotate("test", 1)
except ValueError as error: print(error)
with profile("g"): pass`,
  manyClasses: `
for i in range(65):
  try:
    with profile("v"): annotate("number", i)
  except ValueError as error: print(i, error)`,
  twoLines: `
try:
  with profile("a\\u2028b"): pass
except ValueError as error: print(error)`,
  inside: `
with profile("inner"): record("n", 1)
record("m", 2)`,
  numbers: `
with profile("work"):
  annotate("size", 2)
  record("ops", 300, unit="ops/s", direction="higher")
  record("wait", 1.5, unit="ms")
record("bundle.size", 12, unit="kB")`,
  distributions: `
with profile("work"):
  for i in range(1, 201): record("wait", i)
  record("few", 10); record("few", 20)
  record("list", [3, 1, 2])
  record("histogram", {"values": [1, 100], "counts": [98, 2]})`,
  emptyBuckets: `
for i in range(12):
  with profile("work"):
    record("buckets", {"values": [1, 2, 3], "counts": [5, 0, 2]})
    record("none", {"values": [1], "counts": [0]})`,
  wrongValues: `
for value in [-1, float("nan"), [1, float("inf")]]:
  try: record("ops", value)
  except ValueError as error: print(error)`,
  failingWithNumbers: `
try:
  with profile("work"):
    record("ops", 1)
    raise KeyError("mine")
except KeyError: pass`,
  undeclared: `
record("opps", 1)
with profile("w"): record("ops", 2)`,
  outliving: `
import asyncio
async def late():
  await asyncio.sleep(0.02)
  record("late", 5)
  try: annotate("late", 1)
  except ValueError as error: print(error)
async def main():
  with profile("w"): task = asyncio.create_task(late())
  await task
asyncio.run(main())`,
  tooManyValues: `
with profile("w"):
  for i in range(1000001): record("n", i)
  record("kept", 1)`,
};

export const python: Sdk = {
  name: 'python',
  program: (scenario) => pythonProgram(pythonPrograms[scenario]),
};

/** One process for each call: what needs hundreds of them is left to the others. */
const shellPrograms: Partial<Record<Scenario, string>> = {
  nested: `perigee span outer --annotate size=2 --annotate late=true -- \\
    node "$PERIGEE_HOME/bin/perigee.mjs" span inner --annotate kind_of=a -- true`,
  concurrent: `perigee span short --annotate ms=50 -- sleep 0.05 &
    perigee span long --annotate ms=300 -- sleep 0.3
    wait`,
  repeated: `for odd in true false true false true false; do perigee span r --annotate odd=$odd -- true; done`,
  failing: `perigee span f -- sh -c 'exit 7' || echo mine $?
    perigee span g -- true`,
  refused: `perigee span w --annotate test=1 -- true; perigee span g -- true`,
  twoLines: `perigee span "$(printf 'a\\342\\200\\250b')" -- echo never`,
  inside: `perigee span inner -- node "$PERIGEE_HOME/bin/perigee.mjs" record n 1; perigee record m 2`,
  numbers: `perigee span work --annotate size=2 -- sh -c '
      node "$PERIGEE_HOME/bin/perigee.mjs" record ops 300 --unit ops/s --direction higher
      node "$PERIGEE_HOME/bin/perigee.mjs" record wait 1.5 --unit ms'
    perigee record bundle.size 12 --unit kB`,
  wrongValues: `perigee record ops -- -1; perigee record ops NaN; perigee record ops 1 1e999`,
  failingWithNumbers: `perigee span work -- sh -c 'node "$PERIGEE_HOME/bin/perigee.mjs" record ops 1; false' || true`,
  undeclared: `perigee record opps 1; perigee span w -- node "$PERIGEE_HOME/bin/perigee.mjs" record ops 2`,
};

const start = `export PERIGEE_HOME=${root}\n. "$PERIGEE_HOME/sdk/shell/perigee.sh"`;

export const shell: Sdk = {
  name: 'shell',
  program: (scenario) => {
    const program = shellPrograms[scenario];
    return program === undefined ? undefined : ['sh', '-c', `${start}\n${program}`];
  },
};
