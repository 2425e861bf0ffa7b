import { lstatSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Observation } from '../../contract/observation.ts';
import type { Side } from '../../contract/documents.ts';
import { relativeTo } from '../inputs/manifest.ts';
import type { Foreign } from './find-foreign.ts';
import { readText } from './program.ts';

/** Explains a file that was read in the place of the side's own, without a full stop at its end. */
export function explainForeign(
  { kind, of = '', path }: Foreign,
  side: Side,
  way: string | undefined,
): string {
  const led = way === undefined ? '' : ` (${way})`;
  const other = side === 'before' ? 'after' : 'before';
  switch (kind) {
    case 'tracked':
      return `it read ${path}${led}, which is not the ${side} side's version of that file: let setup install what the test needs in the checkout, or run Perigee as root or with sudo, so that each side stands at this path`;
    case 'ignored':
      return `it read ${path}${led}, which git ignores and no setup made for this side, so both sides ran the same: let setup in perigee.yml build it`;
    case 'copy':
      return `it read ${path}${led}, a copy of ${of} that both sides share: let setup in perigee.yml install it`;
    case 'installed':
      return `it ran ${path}${led}, which was built from this repository before the run and which both sides share: let setup in perigee.yml build it`;
    case 'outdated':
      return `it read ${path}${led}, installed for one version of ${of}, which the change touches: let setup in perigee.yml install the packages`;
    case 'written':
      return `it read ${path}${led}, which setup of the ${other} side has written: let setup write into the checkout`;
  }
}

/**
 * The way of a test to a path: a variable, a link, or an installation that points there.
 * @param environment of the test
 */
export function findWay(
  path: string,
  environment: Readonly<Record<string, string>>,
  { touched }: Pick<Observation, 'touched'>,
  roots: readonly string[],
): string | undefined {
  const isAbove = (folder: string): boolean =>
    folder.length > 1 && (path === folder || path.startsWith(folder.replace(/\/$/, '') + sep));
  for (const [name, value] of Object.entries(environment)) {
    if (name === 'PWD' || name === 'OLDPWD' || name === 'HOME') continue;
    const found = value.split(':').find((one) => isAbove(one) || isAbove(findReal(one)));
    // A job names its checkout in some variables, and no program goes by them.
    if (found !== undefined && roots.includes(found) && !/PATH|HOME|ENV|WORK$/.test(name)) continue;
    const isInside = [found ?? '', findReal(found ?? '')].some((one) =>
      roots.some((root) => one === root || one.startsWith(root + sep)),
    );
    if (found !== undefined && isInside) return `by ${name}=${found}`;
  }
  return findLink(path, touched, roots) ?? findEditable(touched, roots);
}

/**
 * A link in a path that was named. Node opens a file by its real path, and only the `package.json` of its package by a
 * link: so one to a folder above counts too.
 */
function findLink(
  path: string,
  touched: Observation['touched'],
  roots: readonly string[],
): string | undefined {
  const known = new Set<string>();
  for (const named of touched.keys()) {
    for (let at = named; at.length > 1 && !known.has(at); at = dirname(at)) {
      known.add(at);
      const real = findReal(at);
      const leadsAbove =
        relativeTo(real, path) !== undefined &&
        roots.some((root) => relativeTo(root, real) !== undefined);
      if (at === real || (real !== path && !leadsAbove)) continue;
      const link = findFirstLink(at);
      if (link !== undefined) return `by the link ${link}`;
    }
  }
  return undefined;
}

function findFirstLink(path: string): string | undefined {
  const above = dirname(path) === path ? undefined : findFirstLink(dirname(path));
  if (above !== undefined) return above;
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true ? path : undefined;
}

/** Python adds the folders that such a file names; `pip install -e` writes one. */
function findEditable(
  touched: Observation['touched'],
  roots: readonly string[],
): string | undefined {
  for (const [path, touch] of touched) {
    if (touch !== 'read' || !/(\.pth|\.egg-link|__editable__.*\.py)$/.test(path)) continue;
    const text = readText(path);
    if (roots.some((root) => text.includes(root))) return `by the editable installation ${path}`;
  }
  return undefined;
}

function findReal(path: string): string {
  return attempt(() => realpathSync.native(path), path);
}
