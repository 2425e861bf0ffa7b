import { beforeAll, describe, test } from 'vitest';
import { atNight } from '../../nightly.ts';
import { c, cpp, go, java, rust } from './compiled.ts';
import { node, python, shell } from './scripted.ts';
import type { Scenario, Sdk } from './sdk.ts';

/** All that there are. */
export const sdks: readonly Sdk[] = [node, python, shell, c, cpp, go, rust, java];

type Run = (command: readonly string[]) => Promise<void> | void;

type Check = (title: string, scenario: Scenario, run: Run) => void;

/** Runs the same tests against every SDK; those that cannot run here are skipped, with the reason. */
export function describeEachSdk(
  what: string,
  define: (check: Check, checkAtNight: Check) => void,
): void {
  for (const sdk of sdks) {
    const why = sdk.missing === undefined ? '' : ` (skipped: ${sdk.missing})`;
    describe.skipIf(sdk.missing !== undefined)(`${what} for ${sdk.name}${why}`, () => {
      if (sdk.build !== undefined) beforeAll(sdk.build);
      const checkBy =
        (by: typeof atNight): Check =>
        (title, scenario, run) => {
          const command = sdk.program(scenario);
          if (command !== undefined) by(title, () => run(command));
        };
      define(checkBy(test), checkBy(sdk === node ? test : atNight));
    });
  }
}
