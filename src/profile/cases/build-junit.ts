import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../contract/user-error.ts';

/** Also where the action and the plugin have them. */
const sources = fileURLToPath(new URL('../../sdk/java/src', import.meta.url));
const oldest = '16';

/**
 * Compiles what makes JUnit's test cases spans, unless the folder has it from an earlier execution.
 * @param directory of the test; the classes are in its `.perigee`
 * @returns what belongs on the class path of the tests
 * @throws UserError without a JDK that can compile it
 */
export function buildJunit(directory: string): string {
  const files = ['main/java/perigee', 'junit/java/perigee'].flatMap((folder) =>
    readdirSync(join(sources, folder)).map((name) => join(sources, folder, name)),
  );
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  const target = join(directory, '.perigee', `junit-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}-`);
  try {
    compile(files, draft);
    cpSync(join(sources, 'junit/resources'), draft, { recursive: true });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process may have been faster.
    if (!existsSync(target)) throw error;
  }
  return target;
}

function compile(files: readonly string[], target: string): void {
  const home = process.env['JAVA_HOME'] ?? '';
  const javac = home === '' ? 'javac' : join(home, 'bin/javac');
  const { error, status, stderr } = spawnSync(
    javac,
    [
      ...['--release', oldest, '-proc:none', '-implicit:none', '-nowarn', '-d', target],
      ...['-sourcepath', join(sources, 'junit/interfaces'), ...files],
    ],
    { encoding: 'utf8' },
  );
  if (error === undefined && status === 0) return;
  throw new UserError({
    seen: `${javac} could not compile Perigee's listener for JUnit: ${(error?.message ?? stderr).trim()}`,
    expected: `a JDK ${oldest} or newer`,
    remedy:
      'install one and let JAVA_HOME name it, or read the XML of an older one: results with format: junit',
  });
}
