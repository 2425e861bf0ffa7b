import { test } from 'vitest';
import { chooseTier } from '../src/profile/portable/choose-tier.ts';

/** A test of what only Linux gives: with PERIGEE_TIER=portable, and on other systems, it is left out. */
export const linuxOnly = test.skipIf(chooseTier(process) === 'portable');
