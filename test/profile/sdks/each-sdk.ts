import { beforeAll, describe, test } from 'vitest';
import { c, cpp } from './c.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { node } from './node.ts';
import { python } from './python.ts';
import type { Scenario, Sdk } from './sdk.ts';
import { rust } from './rust.ts';
import { shell } from './shell.ts';

/** All that there are. */
export const sdks: readonly Sdk[] = [node, python, shell, c, cpp, go, rust, java];

type Run = (command: readonly string[]) => Promise<void> | void;

/** Runs the same tests against every SDK; those that cannot run here are skipped, with the reason. */
export function describeEachSdk(
  what: string,
  define: (check: (title: string, scenario: Scenario, run: Run) => void) => void,
): void {
  for (const sdk of sdks) {
    const why = sdk.missing === undefined ? '' : ` (skipped: ${sdk.missing})`;
    describe.skipIf(sdk.missing !== undefined)(`${what} for ${sdk.name}${why}`, () => {
      if (sdk.build !== undefined) beforeAll(sdk.build);
      define((title, scenario, run) => {
        const command = sdk.program(scenario);
        if (command !== undefined) test(title, () => run(command));
      });
    });
  }
}
