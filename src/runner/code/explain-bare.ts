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
 * Why a test may have failed where no view shows what git ignores in the user's checkout: packages that are installed
 * there are not in the checkouts.
 * @param root of the user's checkout
 */
export function explainFailure(bench: Place, root: string, test: string): Problem | undefined {
  if (bench.views !== undefined) return undefined;
  const [side = 'after'] = bench.sides;
  const checkout = checkoutOf(bench, { side, build: 0 });
  const missing = installations.find(
    (name) => existsSync(join(root, name)) && !existsSync(join(checkout, name)),
  );
  if (missing === undefined) return undefined;
  const message = `${missing} is in your checkout, and not in those of the sides: let setup in perigee.yml install what the test needs, or run Perigee as root or with sudo`;
  return { code: 'packages-not-there', message, test };
}
