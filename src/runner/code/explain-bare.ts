import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { checkoutOf, type Bench } from '../bench.ts';

const installations = ['node_modules', '.venv', 'venv'];

type Place = Pick<Bench, 'checkouts' | 'sides' | 'views'>;

/** @returns why tests may have failed that have values on no side */
export function explainBare(bench: Place & Pick<Bench, 'measured'>, root: string): Problem[] {
  return [...bench.measured]
    .filter(([, profiles]) => profiles.every(({ outcome }) => outcome.status === 'failed'))
    .flatMap(([test]) => explainFailure(bench, root, test) ?? []);
}

/**
 * Why a test may have failed: the user's checkout has packages that no side has, since no view shows them, or what a build
 * has made, which none is shown.
 * @param root of the user's checkout
 */
export function explainFailure(bench: Place, root: string, test: string): Problem | undefined {
  const [side = 'after'] = bench.sides;
  const checkout = checkoutOf(bench, { side, build: 0 });
  const names = bench.views?.hidden ?? installations;
  const missing = names.find(
    (name) => existsSync(join(root, name)) && !existsSync(join(checkout, name)),
  );
  if (missing === undefined) return undefined;
  if (bench.views !== undefined) {
    const message = `${missing} in your checkout is the output of a build, and no side is shown it: if the test needs it, let setup in perigee.yml build it`;
    return { code: 'build-not-there', message, test };
  }
  const message = `${missing} is in your checkout, and not in those of the sides: let setup in perigee.yml install what the test needs, or run Perigee as root or with sudo`;
  return { code: 'packages-not-there', message, test };
}
