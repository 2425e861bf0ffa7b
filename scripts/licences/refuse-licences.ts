import type { ThirdParty } from './find-packages.ts';

/** Permissive: they ask for their notice and for nothing of the code around them. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** What is wrong with the licences of these packages, a line each; nothing when all may be shipped. */
export function refuseLicences(packages: readonly ThirdParty[]): string[] {
  return packages.flatMap(({ name, version, licence, texts }) => {
    const who = `${name} ${version}`;
    if (licence === '') return [`${who}: its package.json names no licence`];
    if (!isPermissive(licence)) {
      return [
        `${who}: "${licence}" is not among the permissive licences (${[...permissive].join(', ')})`,
      ];
    }
    return texts.length === 0 ? [`${who}: it carries no text of its licence (${licence})`] : [];
  });
}

/** Whether an SPDX expression leaves a choice that is permissive. OR binds less than AND. */
export function isPermissive(expression: string): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const isAllowed = readChoice();
  return isAllowed && at === words.length;

  function readChoice(): boolean {
    let isAny = readAll();
    while (words[at] === 'OR') {
      at += 1;
      const isNext = readAll();
      isAny ||= isNext;
    }
    return isAny;
  }

  function readAll(): boolean {
    let isEvery = readOne();
    while (words[at] === 'AND') {
      at += 1;
      const isNext = readOne();
      isEvery &&= isNext;
    }
    return isEvery;
  }

  function readOne(): boolean {
    const word = words[at] ?? '';
    at += 1;
    if (word !== '(') return permissive.has(word);
    const inner = readChoice();
    if (words[at] !== ')') return false;
    at += 1;
    return inner;
  }
}
