import { isolationNeeds, isolationRemedy, worksHere } from '../launch/isolation.ts';
import type { Probe } from './probe.ts';

/** What keeps the tests of a change from the checkout of the other side, and from other processes. */
export function probeIsolation(): Probe[] {
  const isRoot = process.getuid?.() === 0;
  const mechanism = isRoot ? 'mount namespace' : 'user namespace (--isolation strict)';
  const works = worksHere(isRoot ? 'mounts' : 'user');
  const gives = isRoot
    ? 'tests do not see the checkout of the other side; root can undo it'
    : 'tests see neither the checkout of the other side nor other processes of this user; no sudo';
  const detail = works ? 'made, with a folder hidden in it' : `needs ${isolationNeeds}`;
  return [{ mechanism, works, detail, gives, ...(works ? {} : { remedy: isolationRemedy }) }];
}
