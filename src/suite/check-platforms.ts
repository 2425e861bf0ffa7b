import type { SuiteProblem } from './places.ts';
import { childPointer } from './places.ts';
import { formatText } from './format-value.ts';

export const platformExpected = 'a system and a processor of Node.js, e.g. linux-x64';

/** Names of Node.js, and those that others write for them. */
const systems = listNames({
  ...{ linux: ['ubuntu', 'debian', 'alpine'], darwin: ['macos', 'macosx', 'mac', 'osx'] },
  ...{
    win32: ['windows', 'win', 'win64'],
    aix: [],
    android: [],
    freebsd: [],
    openbsd: [],
    sunos: [],
  },
});
const processors = listNames({
  ...{ x64: ['amd64'], ia32: ['i386', 'i686', 'x86'], arm64: ['aarch64', 'arm64v8', 'm1'] },
  ...{ arm: ['armv7l', 'armv7'], loong64: [], ppc64: ['ppc64le'], riscv64: [], s390x: [] },
});

function listNames(named: Readonly<Record<string, readonly string[]>>): Map<string, string> {
  return new Map(
    Object.entries(named).flatMap(([name, others]) =>
      [name, ...others].map((one) => [one, name] as const),
    ),
  );
}

/** A system and a processor, as Node.js writes them, in whatever order: `linux-x64`. */
export function spellPlatform(platform: string): string {
  const words = platform
    .trim()
    .toLowerCase()
    .replace(/x86[-_]64/, 'x64')
    .split(/[-/_ ]/);
  if (platform.includes('*')) {
    return words.map((word) => systems.get(word) ?? processors.get(word) ?? word).join('-');
  }
  const find = (names: ReadonlyMap<string, string>) =>
    words.flatMap((word) => names.get(word) ?? [])[0];
  const [system, processor] = [find(systems), find(processors)];
  if (system !== undefined || processor !== undefined) {
    return `${system ?? '*'}-${processor ?? '*'}`;
  }
  return words.length > 1 || platform === '' ? platform : `${platform}-*`;
}

/** Names that no machine has, and one that stands there twice. */
export function checkPlatforms(platforms: readonly string[] = []): SuiteProblem[] {
  return platforms.flatMap((platform, place): SuiteProblem[] => {
    const at = childPointer('/shards/platforms', place);
    const meant = spellPlatform(platform);
    if (meant !== platform) {
      return [
        {
          at,
          seen: `${formatText(platform)} is the platform of no machine`,
          expected: platformExpected,
          remedy: `write ${formatText(meant.replace(/^\*-/, 'linux-').replace('-*', '-x64'))}`,
        },
      ];
    }
    if (platforms.indexOf(platform) === place) return [];
    return [{ at, seen: `${formatText(platform)} a second time`, remedy: 'remove one of the two' }];
  });
}
