import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mount, View, Views } from '../../contract/execution.ts';
import { findProgram } from './isolation.ts';
import { reportBySudo, throughSudo } from './through-sudo.ts';

type Rights = Views['rights'];

/**
 * How a command gets a view of its own: in a mount namespace, whose mounts end with the last process in it.
 * @returns undefined where this host allows it neither to root, nor with sudo, nor in a namespace of the user
 */
export function findViews(): Views | undefined {
  const isRoot = process.getuid?.() === 0;
  const choices: readonly Rights[] = isRoot ? ['root'] : ['sudo', 'user'];
  for (const rights of choices) {
    try {
      const views = createViews(rights);
      if (worksHere(views)) return views;
    } catch {
      // A program is not there.
    }
  }
  return undefined;
}

/** The launcher of a test listens here; setup has no such descriptor. */
const report = '{ echo no-view >&3; } 2>/dev/null';

function createViews(rights: Rights): Views {
  const [unshare, mount, rm, cp] = ['unshare', 'mount', 'rm', 'cp'].map(findProgram) as [
    string,
    string,
    string,
    string,
  ];
  const writeScript = (view: View): string => {
    const giveUp = `${rights === 'sudo' ? reportBySudo : report}; exit 125`;
    const mountAll = (lines: readonly string[]): string =>
      `${mount} --all --fstab ${quote(writeTable(view.folder, lines))}`;
    const describe = (one: Mount): string => describeMount(one, rights);
    const must = (step: string): string => `{ ${step}; } || { ${giveUp}; }`;
    const { hidden, mounts, optional } = view;
    const hiddenLines = hidden.map(describeHidden);
    return [
      // One that was left by a killed execution may be in it.
      ...view.renewed.map(({ at, from }) =>
        must(`${rm} -rf ${quote(at)} && ${cp} -a ${quote(from)} ${quote(at)}`),
      ),
      // Parts of the views may lie in what is hidden, so that comes last.
      ...(optional.length === 0
        ? [must(mountAll([...mounts.map(describe), ...hiddenLines]))]
        : [
            must(mountAll(mounts.map(describe))),
            // What cannot be shown is left out, and one start of a program does for both.
            `${mountAll([...optional.map(describe), ...hiddenLines])} 2>/dev/null`,
            ...hidden.map(
              (folder) =>
                `for perigee_seen in ${quote(folder)}/*; do ${must('[ ! -e "$perigee_seen" ]')}; done`,
            ),
          ]),
      must(`cd ${quote(view.directory)}`),
    ].join('\n');
  };
  const known = new WeakMap<View, string>();
  return {
    rights,
    enter(view, command) {
      const script = known.get(view) ?? writeScript(view);
      known.set(view, script);
      if (rights === 'sudo') return throughSudo(view.scratch, script, command);
      const shell = ['/bin/sh', '-c', `${script}\nexec "$@"`, 'perigee'];
      if (rights === 'root')
        return [unshare, '--mount', '--propagation', 'private', '--', ...shell, ...command];
      const [user, group] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
      const leave = [unshare, '--user', `--map-user=${user}`, `--map-group=${group}`, '--'];
      return [
        unshare,
        '--user',
        '--map-root-user',
        '--mount',
        '--',
        ...shell,
        ...leave,
        ...command,
      ];
    },
  };
}

function writeTable(folder: string, lines: readonly string[]): string {
  const file = join(folder, `mounts-${randomUUID()}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A line of fstab(5). */
function describeMount(mount: Mount, rights: Rights): string {
  if ('bind' in mount) return `${encode(mount.bind)} ${encode(mount.at)} none rbind 0 0`;
  const { lower, upper, work } = mount.overlay;
  const own = rights === 'user' ? ',userxattr' : '';
  const options = `lowerdir=${lower.join(':')},upperdir=${upper},workdir=${work}${own}`;
  return `perigee ${encode(mount.at)} overlay ${encode(options)} 0 0`;
}

function describeHidden(folder: string): string {
  return `perigee ${encode(folder)} tmpfs ro,size=4k,mode=755 0 0`;
}

/** White space and what begins a comment, as fstab(5) wants them. */
function encode(text: string): string {
  return text.replace(/[\s\\#]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Tries it once, with what a command cannot do without. */
function worksHere({ enter }: Views): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-view-'));
  try {
    for (const name of ['one', 'at']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'one', 'file'), '');
    const view: View = {
      ...{ folder, scratch: folder },
      mounts: [{ bind: join(folder, 'one'), at: join(folder, 'at') }],
      optional: [],
      renewed: [],
      hidden: [join(folder, 'one')],
      directory: join(folder, 'at'),
    };
    const [program = '', ...args] = enter(view, ['/bin/sh', '-c', 'test -e file']);
    return spawnSync(program, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
