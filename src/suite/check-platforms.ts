import { namePlatform } from '../contract/platforms.ts';
import { formatChoices, formatText } from './format-value.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, type FindRemedy, type SuiteProblem } from './places.ts';

export const platformExpected = 'a system and a processor, e.g. linux-x64 or macos-*';

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

/** What tests run on, as people write it, the more usual first. */
const measuring = [
  ...['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64'].map(
    (processor) => `linux-${processor}`,
  ),
  'macos-arm64',
  'macos-x64',
];

/** Platforms that measure nothing, so that a build would wait for them for ever, and one that stands there twice. */
export function checkPlatforms(platforms: readonly string[] = []): SuiteProblem[] {
  return platforms.flatMap((platform, place): SuiteProblem[] => {
    const at = childPointer('/shards/platforms', place);
    const meant = namePlatform(spellPlatform(platform));
    const name = namePlatform(platform);
    if (meant.startsWith('windows')) {
      return [
        {
          at,
          seen: `${formatText(platform)} is Windows, where Perigee runs no tests`,
          remedy: 'take it out; a job in WSL 2 is linux-x64',
        },
      ];
    }
    if (!measuring.includes(name)) {
      const seen = `${formatText(platform)} is no platform that Perigee measures on`;
      return [
        { at, seen, expected: formatChoices(measuring), remedy: adviseName(platform, meant) },
      ];
    }
    if (platforms.findIndex((one) => namePlatform(one) === name) === place) return [];
    return [{ at, seen: `${formatText(platform)} a second time`, remedy: 'remove one of the two' }];
  });
}

/** @param meant as people write what `spellPlatform` has */
function adviseName(platform: string, meant: string): FindRemedy {
  // It names a processor, and misspells it.
  const isMisspelt = platform.includes('-') && meant.includes('*') && !platform.includes('*');
  const fitting = measuring.filter((one) => {
    const [system, processor] = one.split('-');
    return [one, `${system}-*`, `*-${processor}`].includes(meant);
  });
  return (effort) =>
    fitting.length > 0 && !isMisspelt
      ? `write ${formatChoices(fitting.slice(0, 2).map(formatText))}`
      : suggestName(isMisspelt ? namePlatform(platform) : meant, measuring, undefined, effort);
}
