import type { Problem } from './documents.ts';
import type { SeriesIdentity } from './series-key.ts';
import type { SuiteShards } from './suite.ts';

/** Systems that people call otherwise than Node.js does. */
const systems: Readonly<Record<string, string>> = { darwin: 'macos', win32: 'windows' };

/** `macos-arm64` of `darwin-arm64`: for people. A series keeps the name that Node.js gives its platform. */
export function namePlatform(platform: string): string {
  const [system = '', ...rest] = platform.split('-');
  return [systems[system] ?? system, ...rest].join('-');
}

/** The reverse, for what people write: `darwin-arm64` of `macos-arm64`, and `darwin-*` of `macos-*`. */
export function identifyPlatform(name: string): string {
  const [word = '', ...rest] = name.split('-');
  const [system = word] = Object.entries(systems).find(([, called]) => called === word) ?? [];
  return [system, ...rest].join('-');
}

/** ` on macos-arm64`; empty without a platform. */
export function onPlatform(platform: string | undefined): string {
  return platform === undefined ? '' : ` on ${namePlatform(platform)}`;
}

/** The platform of a shard, where each of several measures every test. */
export function platformOfShard(
  platforms: readonly string[] | undefined,
  index: number,
): string | undefined {
  return platforms?.[index % platforms.length];
}

/** How many shards each platform has, as `total` of perigee.yml says it; absent where it says nothing. */
export function shardsOnEach({ platforms, total }: SuiteShards): number | undefined {
  return total === undefined ? undefined : total / (platforms?.length ?? 1);
}

/** In a build of several platforms, those with a shard that is missing. */
export function missingPlatforms(problems: readonly Problem[]): string[] {
  const missing = problems.flatMap(({ code, platform }) =>
    code === 'missing-shard' && platform !== undefined ? [platform] : [],
  );
  return [...new Set(missing)];
}

/** `upload`, or in a build of several platforms `upload (macos-arm64)`: no two outcomes of a build share it. */
export function labelTest({
  name,
  platform,
}: {
  name: string;
  platform?: string | undefined;
}): string {
  return platform === undefined ? name : `${name} (${namePlatform(platform)})`;
}

/** The name of a series' test among names or labels: its name alone unless its platform tells it apart. */
export function placeOfTest(
  known: { has(name: string): boolean },
  { platform, test }: Pick<SeriesIdentity, 'test' | 'platform'>,
): string {
  if (known.has(test)) return test;
  const label = labelTest({ name: test, platform });
  return known.has(label) ? label : test;
}
