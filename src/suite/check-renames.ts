import type { Test, Was } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import { childPointer, type SuiteProblem } from './places.ts';
import { formatText } from './format-value.ts';

interface Renaming {
  name: string;
  was: Was | undefined;
  pointer: string;
}

/** A former name of a test or a span can be none of a present one, and belongs to one of them alone. */
export function checkRenames(tests: readonly { item: Test; pointer: string }[]): SuiteProblem[] {
  const ofTests = tests.map(({ item: { name, was }, pointer }): Renaming => {
    return { name, was, pointer: `${pointer}/was` };
  });
  return [
    ...checkNames(ofTests, 'test'),
    ...tests.flatMap(({ item: { spans = {} }, pointer }) => {
      const renamings = Object.entries(spans).map(([name, { was }]): Renaming => {
        return { name, was, pointer: `${childPointer(`${pointer}/spans`, name)}/was` };
      });
      return [...checkNames(renamings, 'span'), ...renamings.flatMap(checkWhole)];
    }),
  ];
}

export function listNames(was: Was): string[] {
  return typeof was === 'string' ? [was] : [...was];
}

function checkNames(renamings: readonly Renaming[], what: 'test' | 'span'): SuiteProblem[] {
  const current = new Map(renamings.map((one) => [one.name, one]));
  const taken = new Map<string, string>();
  return renamings.flatMap((renaming) =>
    listPlaces(renaming).flatMap(({ at, name }): SuiteProblem[] => {
      const heir = taken.get(name);
      taken.set(name, renaming.name);
      if (name === renaming.name) {
        return [
          { at, seen: 'the name that it has now', expected: `what the ${what} was called before` },
        ];
      }
      const other = current.get(name);
      if (other !== undefined) {
        return [{ at, ...refuseCurrent(renaming, other, what) }];
      }
      if (heir === undefined) return [];
      const seen =
        heir === renaming.name
          ? 'a name that stands here already'
          : `what ${formatText(heir)} was called before, too`;
      return [{ at, seen, expected: 'each former name once: a history goes on in one place' }];
    }),
  );
}

function refuseCurrent(by: Renaming, { name, was = [] }: Renaming, what: 'test' | 'span') {
  const seen = `${formatText(name)}, which is a ${what} of this file`;
  if (what === 'span') {
    const remedy = `of a span that was renamed twice, list both old names at the newest: was: [${name}, …]`;
    return { seen, expected: 'a name that no span has any more', remedy };
  }
  const remedy = listNames(was).includes(by.name)
    ? 'give one of them a name of its own: two tests cannot swap their histories'
    : 'remove "was" if both tests stay: two tests cannot share a history';
  return { seen, expected: 'a name that no test has any more', remedy };
}

function listPlaces({ pointer, was }: Renaming): { at: string; name: string }[] {
  if (was === undefined) return [];
  if (typeof was === 'string') return [{ at: pointer, name: was }];
  return was.map((name, i) => ({ at: childPointer(pointer, i), name }));
}

function checkWhole({ name, pointer, was }: Renaming): SuiteProblem[] {
  if (name !== wholeTestSpan && (was === undefined || !listNames(was).includes(wholeTestSpan))) {
    return [];
  }
  const seen = `${formatText(wholeTestSpan)}, the span that every test has`;
  return [{ at: pointer, seen, expected: 'a span that the test marks' }];
}
