import { namePlatform } from '../contract/platforms.ts';
import type { SuiteShards } from '../contract/suite.ts';

/** Where every test is measured, for a suite that says so. */
export function renderPlatforms({ platforms }: Pick<SuiteShards, 'platforms'>): string[] {
  return platforms === undefined
    ? []
    : [`each of these platforms measures every test: ${platforms.map(namePlatform).join(', ')}`];
}
