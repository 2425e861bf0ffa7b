import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { View } from '../../../src/contract/execution.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { openSideViews, type ViewsRequest } from '../../../src/runner/view/side-views.ts';
import { checkoutsFolder, memoryFolder } from '../../../src/runner/worktrees/checkouts-folder.ts';
import { addSubmodule } from '../stage/add-submodule.ts';
import { compareVersions, makeVersions, type Versions, views } from '../stage/compare-versions.ts';
import {
  cleanEnvironment,
  makeFolder,
  makeRepository,
  openTestRepository,
} from '../stage/make-repository.ts';

const own = { before: ['before'], after: ['after'] };
const files = { 'a.txt': 'VERSION', '.gitignore': 'local\nnested\n.perigee\n' };

/** @param root where it is to be the repository of a run */
function moveTo(root: string, versions: Versions): Versions {
  cpSync(versions.root, root, { recursive: true });
  return { ...versions, ...openTestRepository(root) };
}

function addWorktree({ git }: Versions, path: string): string {
  git('worktree', 'add', '--quiet', '--detach', path);
  return path;
}

describe.runIf(views !== undefined)('a side is shown', () => {
  test.each<[string, () => { versions: Versions; other: string }]>([
    [
      'beside the root',
      () => {
        const versions = makeVersions(files);
        return { versions, other: addWorktree(versions, join(makeFolder(), 'other')) };
      },
    ],
    [
      'nested in the root',
      () => {
        const versions = makeVersions(files);
        return { versions, other: addWorktree(versions, join(versions.root, 'nested')) };
      },
    ],
    [
      'around the root',
      () => {
        const versions = makeVersions(files);
        const root = addWorktree(versions, join(versions.root, 'nested'));
        return { versions: { ...versions, ...openTestRepository(root) }, other: versions.root };
      },
    ],
  ])('in a second worktree %s, too', async (_where, plant) => {
    const { other, versions } = plant();
    const command = ['sh', '-c', `cat a.txt "${other}/a.txt"`];
    const { record, said } = await compareVersions(versions, { command, inView: true });
    expect(said).toEqual({ before: ['beforebefore'], after: ['afterafter'] });
    expect(record.problems).toEqual([]);
  });

  test('at a path with characters that mounts take for their own', async () => {
    const odd = (name: string): string => join(makeFolder(), `a b,c:d=e #${name}`);
    const versions = moveTo(odd('root'), makeVersions(files));
    const other = addWorktree(versions, odd('other'));
    versions.write('local/built', '');
    const home = odd('home');
    mkdirSync(home);
    const { said } = await compareVersions(versions, {
      environment: { HOME: home, ROOT: versions.root, OTHER: other },
      setup: [['sh', '-c', 'cp "$OTHER/a.txt" "$HOME/b.txt"']],
      command: ['sh', '-c', 'ls "$ROOT/local"; cat "$ROOT/a.txt" "$HOME/b.txt"'],
      inView: true,
    });
    expect(said).toEqual({ before: ['built\nbeforebefore'], after: ['built\nafterafter'] });
  });

  test('to git with its own commit, and as unchanged', async () => {
    const versions = makeVersions(files);
    versions.write('local/built', '');
    versions.write('untracked', '');
    const { said } = await compareVersions(versions, {
      command: [
        'sh',
        '-c',
        'git rev-parse HEAD && git status --porcelain && git rev-parse --show-toplevel',
      ],
      inView: true,
    });
    expect(said).toEqual({
      before: [`${versions.before}\n${versions.root}`],
      after: [`${versions.after}\n${versions.root}`],
    });
  });

  test('with the submodules that its setup updates', async () => {
    const inner = makeRepository({ 'b.txt': 'before' });
    const repository = makeRepository({ 'a.txt': '' });
    addSubmodule(repository, 'inner', inner);
    const before = repository.commit('before');
    for (const version of ['after', 'original']) {
      inner.write('b.txt', version);
      inner.commit(version);
      repository.git('-C', 'inner', 'pull', '--quiet');
      repository.commit(version);
    }
    const after = repository.git('rev-parse', 'HEAD~1');
    const { said } = await compareVersions(
      { ...repository, before, after },
      {
        setup: [['git', '-c', 'protocol.file.allow=always', 'submodule', 'update', '--init']],
        command: ['cat', 'inner/b.txt'],
        inView: true,
      },
    );
    expect(said).toEqual(own);
    expect(readFileSync(join(repository.root, 'inner/b.txt'), 'utf8')).toBe('original');
  });

  test('until the run ends, which leaves neither mounts nor folders', async () => {
    const versions = makeVersions(files);
    versions.write('local/built', '');
    const home = makeFolder();
    spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', home]);
    onTestFinished(() => void spawnSync('umount', [home]));
    await compareVersions(versions, {
      environment: { HOME: home },
      command: ['sh', '-c', 'cat a.txt > "$HOME/written"'],
      inView: true,
    });
    expect(readdirSync(home)).toEqual([]);
    const state = join(versions.root, '.perigee');
    expect(readFileSync('/proc/self/mountinfo', 'utf8')).not.toContain(versions.root);
    expect(versions.git('worktree', 'list').split('\n')).toHaveLength(1);
    expect([checkoutsFolder(state), memoryFolder(state)].filter(existsSync)).toEqual([]);
  });
});

/** The views of two checkouts, and those that a host was asked for. */
async function open(more: Partial<ViewsRequest> = {}, versions = makeVersions(files)) {
  const folder = join(makeFolder(), 'run');
  const checkouts = [versions.before, versions.after].map((commit) => {
    const path = join(folder, commit.slice(0, 8));
    versions.git('worktree', 'add', '--quiet', '--detach', path, commit);
    return path;
  }) as [string, string];
  const entered: View[] = [];
  const enter = (view: View, command: readonly string[]): readonly string[] => {
    entered.push(view);
    return command;
  };
  const side = await openSideViews({
    repository: await openRepository(versions.root, cleanEnvironment),
    stateDirectory: join(versions.root, '.perigee'),
    ...{ checkouts, environments: [], hasServices: false },
    views: { rights: 'root', enter },
    ...more,
  });
  onTestFinished(() => void side.remove());
  return { side, entered, versions, checkouts, folder };
}

test('a command starts where its test does in the root, and sees no checkout elsewhere', async () => {
  const { checkouts, entered, folder, side, versions } = await open();
  const [before] = checkouts;
  const inside = side.measured(before, join(before, 'deep'));
  expect(inside.directory).toBe(join(versions.root, 'deep'));
  expect(inside.enter(['cat'])).toEqual(['cat']);
  expect(entered[0]).toMatchObject({ directory: inside.directory, hidden: [folder] });
});

test('commands in one directory share a view', async () => {
  const { checkouts, entered, side } = await open();
  const [before, after] = checkouts;
  for (const checkout of [before, before, after]) side.keeping(checkout).enter([]);
  expect(entered[1]).toBe(entered[0]);
  expect(entered[2]).not.toBe(entered[0]);
});

test('a worktree that is removed in the meantime, or is of another run, is in no view', async () => {
  const versions = makeVersions(files);
  const other = addWorktree(versions, join(makeFolder(), 'other'));
  const runs = makeFolder();
  addWorktree(versions, join(runs, 'run-2', 'checkout'));
  const checkout = addWorktree(versions, join(runs, 'run-1', 'checkout'));
  const { entered, side } = await open({ checkouts: [checkout] }, versions);
  side.measured(checkout, checkout).enter([]);
  rmSync(other, { recursive: true });
  side.measured(checkout, checkout).enter([]);
  const laid = entered.map(({ mounts }) => mounts.map(({ at }) => at));
  expect(laid.map((places) => places.includes(other))).toEqual([true, false]);
  expect(laid.flat().filter((at) => at.includes('run-2'))).toEqual([]);
  // Neither it nor the place where it stays as it was.
  expect(laid[1]).toHaveLength((laid[0]?.length ?? 0) - 2);
});

test.each([
  ['stand in the way of', true, []],
  ['are not there for', false, ['/tmp']],
])(
  'services %s layers, since they may serve through files',
  async (_how, hasServices, expected) => {
    const { checkouts, entered, side } = await open({ hasServices });
    side.keeping(checkouts[0]).enter([]);
    const places = entered.flatMap(({ mounts }) => mounts.map(({ at }) => at));
    expect(places.filter((at) => at === '/tmp')).toEqual(expected);
  },
);

test('a file that setup of one side wrote outside is found in the layer of that side', async () => {
  const home = makeFolder();
  const { checkouts, entered, side } = await open({ environments: [{ HOME: home }] });
  const [before, after] = checkouts;
  side.keeping(before).enter([]);
  const overlays = entered.flatMap(({ mounts }) => mounts).filter((one) => 'overlay' in one);
  const { upper } = overlays.find(({ at }) => at === home)?.overlay ?? { upper: '' };
  writeFileSync(join(upper, 'written'), '');
  const path = join(home, 'written');
  expect(side.find(before, path)).toBe(join(upper, 'written'));
  expect(side.find(after, path)).toBe(path);
  expect(side.find(before, join(home, 'other'))).toBe(join(home, 'other'));
});
