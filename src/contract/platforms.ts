import type { SeriesIdentity } from './series-key.ts';

/** Systems that people call otherwise than Node.js does. */
const systems: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };

/** `windows-x64` of `win32-x64`: for people. A series keeps the name that Node.js gives its platform. */
export function namePlatform(platform: string): string {
  const [system = '', ...rest] = platform.split('-');
  return [systems[system] ?? system, ...rest].join('-');
}

/** The platform of a shard, where each of several measures every test. */
export function platformOfShard(
  platforms: readonly string[] | undefined,
  index: number,
): string | undefined {
  return platforms?.[index % platforms.length];
}

/** A test as a plan knows it: on each platform it has a shard of its own where the build has several. */
export interface PlacedName {
  name: string;
  platform?: string | undefined;
}

/** `upload`, or `upload (windows-x64)`; different for every outcome of a build. */
export function labelTest({ name, platform }: PlacedName): string {
  return platform === undefined ? name : `${name} (${namePlatform(platform)})`;
}

/** Finds what is known of the test of a series: of its platform where the build has several. */
export function findOfTest<T>(
  known: ReadonlyMap<string, T>,
  { platform, test }: Pick<SeriesIdentity, 'test' | 'platform'>,
): T | undefined {
  return known.get(test) ?? known.get(labelTest({ name: test, platform }));
}
