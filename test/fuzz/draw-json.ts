/** Values as JSON has them: drawn, or taken from a valid document and changed in some places. */
import type { Random } from '../../src/stats/random.ts';
import { below, drawRun, drawSize, drawText, pick } from './draw.ts';

const keys = [
  'a',
  'b',
  '',
  'id',
  'name',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '0',
];

export function drawLeaf(random: Random, longest = 400): unknown {
  const numbers = [
    0,
    -0,
    1,
    -1,
    0.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 31,
    1e-320,
    1e21,
    Number.MAX_VALUE,
  ];
  const kinds = [
    () => null,
    () => random() < 0.5,
    () => pick(random, numbers),
    () => below(random, 1000),
    () => drawText(random, longest),
    () => [],
    () => ({}),
  ];
  return pick(random, kinds)();
}

function drawValue(random: Random, depth = 0): unknown {
  if (depth > 3 || random() < 0.5) return drawLeaf(random);
  if (random() < 0.5)
    return Array.from({ length: below(random, 5) }, () => drawValue(random, depth + 1));
  const entries = Array.from({ length: below(random, 5) }, () => {
    return [
      random() < 0.7 ? pick(random, keys) : drawText(random, 100),
      drawValue(random, depth + 1),
    ] as const;
  });
  // Own properties, `__proto__` too.
  return Object.fromEntries(entries);
}

function wrap(random: Random, value: unknown): unknown {
  let wrapped = value;
  // Deeper than any limit, and three of them inside one another can still be written as JSON.
  const depth = drawSize(random, 1000);
  for (let level = 0; level < depth; level += 1)
    wrapped = random() < 0.5 ? [wrapped] : { a: wrapped };
  return wrapped;
}

type Place = { holder: Record<string, unknown> | unknown[]; key: string };

function listPlaces(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return places;
  for (const [key, child] of Object.entries(value)) {
    places.push({ holder: value as Place['holder'], key });
    listPlaces(child, places);
  }
  return places;
}

/** A copy of a value in which some places hold something else, are gone, or are there many times. */
export function mutateValue<T>(random: Random, value: T, most = 2000): T {
  const copy = structuredClone(value);
  for (let change = 0; change <= below(random, 3); change += 1) {
    const places = listPlaces(copy);
    const place = places[below(random, places.length)];
    if (place === undefined) break;
    changePlace(random, place, most);
  }
  return copy;
}

function changePlace(random: Random, { holder, key }: Place, most: number): void {
  const old: unknown = Reflect.get(holder, key);
  const put = (value: unknown): void => {
    Object.defineProperty(holder, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  };
  const changes = [
    () => put(drawLeaf(random)),
    () => put(drawValue(random)),
    () => put(typeof old === 'string' ? drawRun(random, 5000) : drawText(random, 5000)),
    () => put(random() < 0.2 ? wrap(random, old) : [old]),
    () => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
    },
    () => {
      // One value in many places: it may be too deep to be copied.
      const copies = new Array<unknown>(drawSize(random, most)).fill(old);
      if (Array.isArray(holder)) holder.push(...copies);
      else put(copies);
    },
    () => {
      if (Array.isArray(holder)) return;
      const name = random() < 0.6 ? pick(random, keys) : drawText(random, 300);
      Object.defineProperty(holder, name, {
        value: drawValue(random),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    },
  ];
  pick(random, changes)();
}
