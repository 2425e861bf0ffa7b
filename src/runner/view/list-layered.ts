import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, normalize, sep } from 'node:path';

/** Folders in which programs of all users work: nothing is laid over them as a whole. */
const ofTheSystem =
  /^\/(usr(\/(s?bin|lib\w*|include|share))?|s?bin|lib\w*|etc|proc|sys|dev|run|var(\/(lib|log|run|cache))?|boot|home|mnt|media|srv)?$/;
/** In `/run`, the folder of a user is like a home. */
const inKernel = /^\/(proc|sys|dev|run(?!\/user\/))\//;
const mostFolders = 20;

/**
 * The folders outside the checkout into which setup or a test may put what the other side must not find: the home of the
 * user, those for temporary files, those of local installations, and whatever folders variables name. Each execution sees them as setup of its side left them.
 * @param environments of setup and of the tests
 * @param isLeftOut whether a folder has to stay as it is
 */
export function listLayered(
  environments: readonly Readonly<Record<string, string>>[],
  isLeftOut: (folder: string) => boolean,
): string[] {
  const values = (name: string): string[] =>
    environments.flatMap((environment) => environment[name] ?? []);
  const always = ['/tmp', ...values('HOME'), ...values('TMPDIR')];
  const named = environments.flatMap((environment) =>
    Object.values(environment).flatMap((value) => value.split(':')),
  );
  const others = ['/var/tmp', '/usr/local', '/opt', ...named];
  const chosen = new Set<string>();
  const add = (path: string, isAlways: boolean): void => {
    const folder = findFolder(path);
    if (folder === undefined || ofTheSystem.test(folder) || inKernel.test(`${folder}/`)) return;
    if (isLeftOut(folder) || chosen.has(folder) || chosen.size >= mostFolders) return;
    const isCovered = [...chosen].some(
      (other) => folder.startsWith(other + sep) && isOwnBelow(other, folder),
    );
    if (isAlways || !isCovered) chosen.add(folder);
  };
  for (const path of always) add(path, true);
  for (const path of others) add(path, false);
  // A folder that lies over another one comes after it.
  return [...chosen].sort((a, b) => a.length - b.length);
}

/**
 * Whether no folder between the two is of another user. Below one that is, a layer over the upper folder takes no writing in a
 * namespace of the user: it would have to copy that folder, with its owner.
 */
function isOwnBelow(above: string, folder: string): boolean {
  const user = process.getuid?.() ?? 0;
  for (let at = dirname(folder); at !== above; at = dirname(at)) {
    if (user !== 0 && statSync(at).uid !== user) return false;
  }
  return true;
}

/** The folder that a value names, or the next one above that is there. */
function findFolder(value: string): string | undefined {
  if (!value.startsWith('/') || value.includes('\0') || value.includes('://')) return undefined;
  let path = normalize(value).replace(/(.)\/+$/, '$1');
  while (!existsSync(path)) path = dirname(path);
  return statSync(path).isDirectory() ? path : undefined;
}

/** Sockets that are open in a folder: through an overlay no server hears them. */
export function listSockets(folder: string): string[] {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n').slice(1);
  const paths = lines.map((line) => line.split(/\s+/).slice(7).join(' '));
  return [...new Set(paths)].filter((path) => path.startsWith(folder + sep) && existsSync(path));
}

/** Mounts below a folder, shallow first: an overlay does not show them. */
export function listMounts(folder: string): string[] {
  const lines = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
  const found = lines
    // A file system of one user is closed to root.
    .filter((line) => !/ - fuse\.(portal|gvfsd)/.test(line))
    .map((line) => decode(line.split(' ')[4] ?? ''))
    .filter((path) => path.startsWith(folder + sep));
  return [...new Set(found)].sort((a, b) => a.length - b.length);
}

function decode(text: string): string {
  return text.replace(/\\(\d{3})/g, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
