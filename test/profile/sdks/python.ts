import { pythonProgram } from '../execute-here.ts';
import type { Sdk } from './sdk.ts';

const programs = {
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
  program: (scenario) => pythonProgram(programs[scenario]),
};
