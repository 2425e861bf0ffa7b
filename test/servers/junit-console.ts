/** JUnit's console launcher, from Maven Central, kept in the user's cache folder. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const version = '1.11.4';

/**
 * The jar; Maven fetches it when it is not there.
 * @throws Error with what Maven said
 */
export function fetchJunitConsole(): string {
  const name = 'junit-platform-console-standalone';
  const jar = join(cacheFolder(), `${name}-${version}.jar`);
  if (existsSync(jar)) return jar;
  mkdirSync(cacheFolder(), { recursive: true });
  const { status, stdout, stderr } = spawnSync(
    'mvn',
    [
      ...['-q', '-B', 'dependency:copy', `-Dartifact=org.junit.platform:${name}:${version}`],
      `-DoutputDirectory=${cacheFolder()}`,
    ],
    { encoding: 'utf8', timeout: 5 * 60_000 },
  );
  if (status === 0) return jar;
  throw new Error(`JUnit's console launcher could not be fetched:\n${stdout}${stderr}`);
}
