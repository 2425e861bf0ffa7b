import { nodeProgram } from '../execute-here.ts';
import type { Sdk } from './sdk.ts';

const programs = {
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
  program: (scenario) => nodeProgram(programs[scenario]),
};
