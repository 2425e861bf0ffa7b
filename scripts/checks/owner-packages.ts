import { listTrackedFiles, readTracked } from './tracked-files.ts';

/** The owner chose these: each does real work in what ships, and none is bypassed for speed or size. */
export const ownerPackages: readonly string[] = [
  '@actions/core',
  '@actions/github',
  'octokit',
  'kafkajs',
  '@influxdata/influxdb-client',
  'simple-statistics',
  'probot',
];

/** @throws unless each is a dependency, and imported by what ships as more than types */
export function checkOwnerPackages(): string {
  const { devDependencies = {} } = JSON.parse(readTracked('package.json')) as {
    devDependencies?: Record<string, string>;
  };
  const shipped = listTrackedFiles().filter((file) =>
    /^(src|bot\/src|action\/src|buildkite-plugin\/src)\/.*\.ts$/.test(file),
  );
  const values = shipped.flatMap((file) => listValueImports(readTracked(file)));
  const missing = ownerPackages.filter(
    (name) => !Object.hasOwn(devDependencies, name) || !values.includes(name),
  );
  if (missing.length === 0) {
    return ownerPackages
      .map((name) => `${name} ${values.filter((value) => value === name).length}`)
      .join(', ');
  }
  throw new Error(
    `${missing.join(', ')}: nothing that ships imports it, but for types\n` +
      'expected: each package of the owner does its work; see docs/decisions/0263-packages-of-the-owner.md',
  );
}

/** Packages that a file loads when it runs, each as often as it is imported. */
export function listValueImports(content: string): string[] {
  const statements = content.matchAll(/^(?:import|export) (?!type\b)([^;]*?) from '([^']+)';/gms);
  const named = [...statements].flatMap(([, names = '', source = '']) => {
    const inBraces = /^\{(.*)\}$/s.exec(names.trim())?.[1];
    const isOfTypes = inBraces
      ?.split(',')
      .filter((name) => name.trim() !== '')
      .every((name) => name.trim().startsWith('type '));
    return isOfTypes === true ? [] : [source];
  });
  const loaded = [...content.matchAll(/\bimport\('([^']+)'\)(?!\.)/g)].map(([, name = '']) => name);
  return [...named, ...loaded];
}
