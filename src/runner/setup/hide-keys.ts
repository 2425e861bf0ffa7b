import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Keys that a CI gives to a job or to a step, and not to the code that it builds: artifacts, caches, identities, the
 * agent itself. Tests see none of them. A variable that a person has set for a step, such as GITHUB_TOKEN, is theirs to
 * give.
 */
export function isKeyOfJob(name: string): boolean {
  return keysOfJobs.test(name);
}

/** The variables that are set and not hidden from tests. */
export function leaveOutHidden(
  environment: Readonly<Record<string, string | undefined>>,
  isHidden: (name: string) => boolean,
): Record<string, string> {
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(set.filter(([name]) => !isHidden(name)));
}

const keysOfJobs =
  /^(ACTIONS_(RUNTIME|CACHE|RESULTS|ID_TOKEN_REQUEST)_|BUILDKITE_AGENT_(ACCESS|JOB_API)_TOKEN$|BUILDKITE_AGENT_JOB_API_|CI_(JOB_TOKEN|JOB_JWT|REGISTRY_PASSWORD|DEPLOY_PASSWORD)|SYSTEM_ACCESSTOKEN$)/;

/**
 * Overwrites values in the memory that `/proc/<pid>/environ` shows to every process of the same user: a
 * variable that is deleted stays there. This process keeps its values, elsewhere in its memory.
 * @param environment of this process, `process.env`
 * @returns how many were hidden; undefined where the system does not let a process write to its own memory
 */
export function hideFromOthers(
  environment: Record<string, string | undefined>,
  isHidden: (name: string) => boolean,
): number | undefined {
  let memory: number | undefined;
  try {
    const start = findEnvironment();
    const shown = readFileSync('/proc/self/environ');
    memory = openSync('/proc/self/mem', 'r+');
    let hidden = 0;
    for (let at = 0; at < shown.length;) {
      const end = findEnd(shown, at);
      const equals = shown.indexOf('=', at);
      const name = shown.toString('utf8', at, equals);
      const value = environment[name];
      if (equals > at && equals < end && isHidden(name)) {
        // A copy elsewhere first, so that this process never sees the overwritten one.
        if (value !== undefined) environment[name] = value;
        writeSync(memory, Buffer.alloc(end - equals - 1), 0, end - equals - 1, start + equals + 1);
        hidden += 1;
      }
      at = end + 1;
    }
    return hidden;
  } catch {
    return undefined;
  } finally {
    if (memory !== undefined) closeSync(memory);
  }
}

/** Field 50 of /proc/<pid>/stat. The name before the fields may hold anything. */
function findEnvironment(): number {
  const text = readFileSync('/proc/self/stat', 'latin1');
  const start = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[47]);
  if (Number.isSafeInteger(start) && start > 0) return start;
  throw new Error('the system does not tell where the environment lies');
}

function findEnd(shown: Buffer, from: number): number {
  const end = shown.indexOf(0, from);
  return end === -1 ? shown.length : end;
}
