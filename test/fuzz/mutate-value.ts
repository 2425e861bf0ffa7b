/** Values as JSON has them: taken from a valid document and changed in some places. */
import * as fc from 'fast-check';
import { drawRun, drawSize, drawText } from './draw.ts';

const key = fc.oneof(
  fc.constantFrom(
    ...['a', 'b', '', 'id', 'name', '0', 'length'],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty'],
  ),
  drawText(100),
);
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

export const leaf = fc.oneof(
  fc.constantFrom(null, true, false),
  fc.oneof(fc.constantFrom(...numbers), fc.nat(1000)),
  drawText(400),
);
const value = fc.anything({ key, values: [leaf], maxDepth: 3, maxKeys: 5 });

interface Place {
  holder: Record<string, unknown> | unknown[];
  key: string;
}

function listPlaces(from: unknown, places: Place[] = []): Place[] {
  if (typeof from !== 'object' || from === null) return places;
  for (const [key, child] of Object.entries(from)) {
    places.push({ holder: from as Place['holder'], key });
    listPlaces(child, places);
  }
  return places;
}

/** An own property, `__proto__` too. */
function put(holder: object, key: string, value: unknown): void {
  const open = { enumerable: true, configurable: true, writable: true };
  Object.defineProperty(holder, key, { value, ...open });
}

function remove({ holder, key }: Place): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

function copy({ holder, key }: Place, times: number): void {
  const old: unknown = Reflect.get(holder, key);
  // One value in many places: it may be too deep to be copied.
  const copies = new Array<unknown>(times).fill(old);
  if (Array.isArray(holder)) holder.push(...copies);
  else put(holder, key, copies);
}

function wrap({ holder, key }: Place, depth: number): void {
  let wrapped: unknown = Reflect.get(holder, key);
  for (let level = 0; level < depth; level += 1)
    wrapped = level % 3 === 0 ? { a: wrapped } : [wrapped];
  put(holder, key, wrapped);
}

/** A copy of a value in which up to three places hold something else, are gone, or are there many times. */
export function mutateValue<T>(from: T, most = 2000): fc.Arbitrary<T> {
  const instead = fc.oneof(leaf, value, drawText(5000), drawRun(5000));
  const act = fc.oneof(
    instead.map(
      (one) =>
        ({ holder, key }: Place) =>
          put(holder, key, one),
    ),
    // Deeper than any limit, and three of them inside one another can still be written as JSON.
    fc.oneof(fc.constant(1), drawSize(1000)).map((depth) => (place: Place) => wrap(place, depth)),
    fc.constant(remove),
    drawSize(most).map((times) => (place: Place) => copy(place, times)),
    fc.tuple(key, value).map(([name, one]) => ({ holder }: Place) => {
      if (!Array.isArray(holder)) put(holder, name, one);
    }),
  );
  const change = fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), act);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const changed = structuredClone(from);
    for (const [where, change] of changes) {
      const places = listPlaces(changed);
      const place = places[Math.floor(where * places.length)];
      if (place !== undefined) change(place);
    }
    return changed;
  });
}
