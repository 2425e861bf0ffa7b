import type { SuiteProblem } from './places.ts';
import { childPointer } from './places.ts';
import { formatText } from './format-value.ts';

export const platformExpected = 'a system and a processor of Node.js, e.g. linux-x64';

/** How others write what has another name here. */
const systems = new Map([
  ['macos', 'darwin'],
  ['osx', 'darwin'],
  ['windows', 'win32'],
]);
const processors = new Map([
  ...['amd64', 'x86_64', 'x86-64'].map((name) => [name, 'x64'] as const),
  ...['i386', 'i686', 'x86'].map((name) => [name, 'ia32'] as const),
  ['aarch64', 'arm64'],
]);

/** A system and a processor, as Node.js writes them: `linux-x64`. */
export function spellPlatform(platform: string): string {
  const [first = '', ...rest] = platform.toLowerCase().split(/[-/]/);
  const system = systems.get(first) ?? first;
  if (rest.length > 0) {
    const processor = rest.join('-');
    return `${system}-${processors.get(processor) ?? processor}`;
  }
  const processor = processors.get(first) ?? first;
  if ([...processors.values()].includes(processor)) return `*-${processor}`;
  return system === '' || system.includes('*') ? system : `${system}-*`;
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
          remedy: `write ${formatText(meant.replace('-*', '-x64'))}`,
        },
      ];
    }
    if (platforms.indexOf(platform) === place) return [];
    return [{ at, seen: `${formatText(platform)} a second time`, remedy: 'remove one of the two' }];
  });
}
