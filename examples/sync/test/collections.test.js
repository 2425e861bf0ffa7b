import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBundle, encodeBundle } from '../src/bundle.js';
import { PathMap } from '../src/path-map.js';
import { PathSet } from '../src/path-set.js';

test('a path map does what a Map does over 5,000 random steps (seed 7)', () => {
  const random = makeRandom(7);
  const map = new PathMap();
  const oracle = new Map();
  for (let step = 0; step < 5_000; step++) {
    const path = `p${random() % 700}`;
    if (random() % 3 === 0) assert.equal(map.delete(path), oracle.delete(path));
    else {
      const entry = { size: step, mtimeMs: step / 3, hash: `h${step}` };
      map.set(path, entry);
      oracle.set(path, entry);
    }
    assert.deepEqual(map.get(path), oracle.get(path));
    assert.equal(map.size, oracle.size);
  }
  assert.deepEqual(new Map(map), oracle);
});

test('a path set does what a Set does over 5,000 random steps (seed 11)', () => {
  const random = makeRandom(11);
  const set = new PathSet();
  const oracle = new Set();
  for (let step = 0; step < 5_000; step++) {
    if (random() % 40 === 0) for (const path of set.take(25)) assert.ok(oracle.delete(path));
    const path = `p${random() % 900}`;
    assert.equal(set.has(path), oracle.has(path));
    set.add(path);
    oracle.add(path);
    assert.equal(set.size, oracle.size);
  }
  assert.deepEqual(new Set(set), oracle);
});

test('a bundle comes out as it went in, and a damaged one is refused', () => {
  const files = ['', 'two', 'three'].map((text, i) => ({
    path: `f${i}`,
    content: Buffer.from(text),
  }));
  const { body } = encodeBundle(files);
  assert.deepEqual(
    decodeBundle(body).map(({ path, content }) => ({ path, content })),
    files,
  );
  for (const damaged of [body.subarray(0, 2), body.subarray(0, -1), Buffer.concat([body, body])]) {
    assert.throws(() => decodeBundle(damaged), TypeError);
  }
});

/** A small linear congruential generator of 31-bit numbers. */
function makeRandom(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) >>> 8;
}
