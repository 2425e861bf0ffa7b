import { UserError } from '../../contract/user-error.ts';
import type { Tier } from '../means.ts';

/**
 * The deepest tier that may be used on this system.
 * @throws UserError where the environment asks for one that there is not
 */
export function chooseTier({
  env,
  platform,
}: {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
}): Tier {
  const asked = env['PERIGEE_TIER'];
  if (asked !== undefined && asked !== '' && asked !== 'portable') {
    throw new UserError({
      where: 'PERIGEE_TIER',
      seen: JSON.stringify(asked),
      expected: 'portable, or nothing',
      remedy: 'unset it: Perigee measures as deep as this system allows',
    });
  }
  return asked === 'portable' || platform !== 'linux' ? 'portable' : 1;
}
