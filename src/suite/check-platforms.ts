import { suggestName } from './nearest-name.ts';
import { childPointer, type FindRemedy, type SuiteProblem } from './places.ts';
import { showChoices, showText } from './show-value.ts';

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

/** What tests run on, the more usual first. */
const measuring = [
  ...['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64'].map(
    (processor) => `linux-${processor}`,
  ),
  'darwin-arm64',
  'darwin-x64',
];

/** Platforms that measure nothing, so that a build would wait for them for ever, and one that stands there twice. */
export function checkPlatforms(platforms: readonly string[] = []): SuiteProblem[] {
  return platforms.flatMap((platform, place): SuiteProblem[] => {
    const at = childPointer('/shards/platforms', place);
    const meant = spellPlatform(platform);
    if (meant.startsWith('win32')) {
      return [
        {
          at,
          seen: `${showText(platform)} is Windows, where Perigee runs no tests`,
          remedy: 'take it out; a job in WSL 2 is linux-x64',
        },
      ];
    }
    if (!measuring.includes(platform)) {
      const seen = `${showText(platform)} is no platform that Perigee measures on`;
      return [{ at, seen, expected: showChoices(measuring), remedy: adviseName(meant) }];
    }
    if (platforms.indexOf(platform) === place) return [];
    return [{ at, seen: `${showText(platform)} a second time`, remedy: 'remove one of the two' }];
  });
}

/** @param meant as `spellPlatform` has it */
function adviseName(meant: string): FindRemedy {
  const fitting = measuring.filter((one) => {
    const [system, processor] = one.split('-');
    return [one, `${system}-*`, `*-${processor}`].includes(meant);
  });
  return (effort) =>
    fitting.length > 0
      ? `write ${showChoices(fitting.slice(0, 2).map(showText))}`
      : suggestName(meant, measuring, undefined, effort);
}
