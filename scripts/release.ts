/**
 * What a release needs, in three steps:
 *   node scripts/release.ts prepare 0.2.0   # version, repository and changelog, to be committed and tagged v0.2.0
 *   node scripts/release.ts check v0.2.0    # whether tag, package.json and changelog agree
 *   node scripts/release.ts notes v0.2.0    # what the changelog says of it
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const unreleased = '## Unreleased';

/**
 * The changelog with what was not released under the new version.
 * @throws Error when there is nothing to release, or the version is there already
 */
export function releaseChangelog(text: string, version: string, date: string): string {
  if (text.includes(`\n## ${version} `)) throw new Error(`the changelog has ${version} already`);
  if (findNotes(text, unreleased) === '') throw new Error('the changelog has nothing to release');
  return text.replace(unreleased, () => `${unreleased}\n\n## ${version} (${date})`);
}

/** What a changelog says of a version. @throws Error when it says nothing */
export function readNotes(text: string, version: string): string {
  const heading = text.split('\n').find((line) => line.startsWith(`## ${version} `));
  const notes = heading === undefined ? '' : findNotes(text, heading);
  if (notes === '') throw new Error(`CHANGELOG.md has no section "## ${version} (…)"`);
  return notes;
}

function findNotes(text: string, heading: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(heading) + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('## '));
  return lines
    .slice(start, length === -1 ? undefined : start + length)
    .join('\n')
    .trim();
}

const filesWithPlugin = [
  ...['buildkite-plugin/README.md', 'docs/buildkite.md', 'docs/buildkite-bot.md'],
  'src/init/pipeline.ts',
];

/** An agent keeps a plugin that it has cloned, so pipelines name a version in full. */
export function releasePlugin(text: string, version: string): string {
  return text.replaceAll(
    /(owner\/perigee#v|buildkite-plugin#v|refs\/tags\/v)[\w.]+/g,
    `$1${version}`,
  );
}

const filesOfSdks = [
  ...['sdk/python/pyproject.toml', 'sdk/rust/Cargo.toml', 'sdk/java/pom.xml'],
  'docs/sdks.md',
];

/** The first version that the file names as its own; those of its dependencies stand behind it. */
export function releaseSdk(text: string, version: string): string {
  return text
    .replace(/^version = "[^"]*"/m, `version = "${version}"`)
    .replace(/^perigee = "[^"]*"/m, `perigee = "${version}"`)
    .replace(/<version>[^<]*<\/version>/, `<version>${version}</version>`);
}

/**
 * package.json with the repository that `perigee init` names as the home of the action.
 * @param remote the address of a repository on GitHub
 * @throws Error when it is another one
 */
export function releaseRepository(text: string, remote: string): string {
  const [, name] = /github\.com[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(remote.trim()) ?? [];
  if (name === undefined) throw new Error(`origin is no repository on GitHub: ${remote.trim()}`);
  const bare = text.replace(/^ {2}"repository": .*\n/m, '');
  return bare.replace(
    /^ {2}"license": .*\n/m,
    (line) => `${line}  "repository": "github:${name}",\n`,
  );
}

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string): string => readFileSync(root + file, 'utf8');

/** The version stands in two places of the lock file as well; nothing else of these files may change. */
function setVersion(file: string, version: string, places: number): void {
  let left = places;
  const text = read(file).replaceAll(/"version": "[^"]*"/g, (found) => {
    left -= 1;
    return left >= 0 ? `"version": "${version}"` : found;
  });
  writeFileSync(root + file, text);
}

function main([step, named = '']: readonly string[]): void {
  const version = named.replace(/^v/, '');
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${named}" is not a version, e.g. 0.2.0`);
  switch (step) {
    case 'prepare': {
      const today = new Date().toISOString().slice(0, 10);
      const changelog = releaseChangelog(read('CHANGELOG.md'), version, today);
      writeFileSync(`${root}CHANGELOG.md`, changelog);
      for (const file of filesWithPlugin) {
        writeFileSync(root + file, releasePlugin(read(file), version));
      }
      for (const file of filesOfSdks) {
        writeFileSync(root + file, releaseSdk(read(file), version));
      }
      const remote = execFileSync('git', ['config', 'remote.origin.url'], { encoding: 'utf8' });
      writeFileSync(`${root}package.json`, releaseRepository(read('package.json'), remote));
      setVersion('package.json', version, 1);
      setVersion('package-lock.json', version, 2);
      console.log(
        `next: git commit -am 'Release ${version}' && git tag v${version} && git push origin HEAD v${version}`,
      );
      break;
    }
    case 'check': {
      const { version: own } = JSON.parse(read('package.json')) as { version: string };
      if (own !== version) throw new Error(`package.json says ${own}, the tag ${version}`);
      readNotes(read('CHANGELOG.md'), version);
      break;
    }
    case 'notes':
      console.log(readNotes(read('CHANGELOG.md'), version));
      break;
    default:
      throw new Error(`"${step}" is none of prepare, check and notes`);
  }
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2));
  } catch (error) {
    console.error(`release: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
