import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Beginning, renderFirstSteps } from '../../src/cli/first-steps.ts';
import { readOwnPackage } from '../../src/cli/home.ts';
import { placeholderAction } from '../../src/init/workflow.ts';
import { buildkitePipeline, githubWorkflow as ci } from '../../src/init/workflow-file.ts';
import { makeFolder, writeFiles } from '../make-folder.ts';

describe('the first steps', () => {
  let root: string;
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@localhost', ...args], {
      cwd: root,
    });
  };
  const write = (file: string, text = ''): void => writeFiles(root, { [file]: text });
  const tell = (
    directory = root,
    beginning: Beginning = { isNew: true, bot: false, ci },
  ): string[] => renderFirstSteps(root, directory, 'npx perigee', beginning).split('\n');
  const commitLine = (): string | undefined => tell().find((line) => line.includes('git add'));

  beforeEach(() => {
    root = makeFolder();
    git('init', '--quiet', '--initial-branch=main');
    write('perigee.yml');
  });

  test('commit every file that a fresh checkout needs, and none that git has', () => {
    for (const file of ['package.json', 'yarn.lock', '.gitignore', 'src/mine.js']) write(file);
    write('.gitignore', 'node_modules/\n');
    git('add', '.gitignore', 'package.json');
    git('commit', '--quiet', '--message=x');
    write('package.json', '{"devDependencies": {}}');
    expect(commitLine()).toBe(
      "  git add perigee.yml package.json yarn.lock && git commit -m 'Add Perigee'",
    );
  });

  test('name what else a fresh checkout would lack, such as the benchmark', () => {
    for (const file of ['bench/run.mjs', 'node_modules/x/index.js', ci.path]) write(file);
    expect(tell()).toContain('  # a fresh checkout lacks bench/: add what your tests need of it');
    git('add', 'bench');
    expect(tell().join()).not.toContain('fresh checkout lacks');
  });

  test('commit a packed dependency that lies in the repository', () => {
    const [packed, elsewhere] = ['vendor/perigee-0.1.0.tgz', '../other-1.0.0.tgz'];
    write(packed);
    const devDependencies = { perigee: `file:${packed}`, other: `file:${elsewhere}` };
    write('package.json', JSON.stringify({ devDependencies }));
    write('.gitignore', 'node_modules/\n');
    expect(commitLine()).toContain(`git add perigee.yml package.json .gitignore ${packed} &&`);
  });

  test('commit the package of Perigee that nothing names, and tell only what else lies beside it', () => {
    const packed = `third_party/perigee-${readOwnPackage().version}.tgz`;
    write(packed);
    expect(commitLine()).toContain(`git add perigee.yml ${packed} &&`);
    expect(tell().join()).not.toContain('fresh checkout lacks');
    write('third_party/text.go');
    expect(tell().join()).toContain('a fresh checkout lacks third_party/text.go: add');
  });

  test.each(['node_modules', 'node_modules/', '/node_modules'])(
    'are quiet about node_modules when %s is ignored, whether or not it is there',
    (pattern) => {
      write('package.json');
      write('.gitignore', `${pattern}\n`);
      expect(tell().join('\n')).not.toContain('echo');
      write('node_modules/a/index.js');
      expect(tell().join('\n')).not.toContain('echo');
    },
  );

  test('commit what the suite needs, and ignore what its packages install', () => {
    write('.gitignore', '/node_modules\nbun.lock\n');
    const needs = ['package.json', 'bun.lock', 'run.mjs'].map((file) => `benchmark/${file}`);
    for (const file of needs) write(file);
    const lines = tell(root, { isNew: true, bot: false, ci, needs });
    expect(lines.join()).toContain('.gitignore benchmark/package.json benchmark/run.mjs &&');
    expect(lines.slice(0, 2).join()).toMatch(
      /bun.lock is ignored .*benchmark\/node_modules is not/,
    );
  });

  test.each([true, false])(
    'tell of an ignored file that the suite needs, unless it worked without (%s)',
    (isTried) => {
      write('.gitignore', 'dist/\nbun.lock\n');
      const needs = ['dist/b.js', 'bench/bun.lock'];
      for (const file of needs) write(file);
      const lines = tell(root, { isNew: true, bot: false, ci, isTried, needs });
      expect(lines.filter((line) => /a fresh checkout, as/.test(line))).toEqual([
        ...(isTried ? [] : [expect.stringMatching(/^dist\/b.js is ignored/)]),
        expect.stringMatching(/^bench\/bun.lock is ignored/),
      ]);
    },
  );

  test('ignore what an installation fills, and commit that too', () => {
    write('package.json');
    write('.venv/bin/python');
    const lines = tell();
    expect(lines[0]).toContain('node_modules is not ignored by git');
    expect(lines).toContain('  echo node_modules/ >> .gitignore');
    expect(lines).toContain('  echo .venv/ >> .gitignore');
    expect(commitLine()).toContain('.gitignore &&');
  });

  test('end the last line of .gitignore first where it has no end', () => {
    write('package.json');
    write('.gitignore', 'dist');
    const lines = tell().map((line) => line.trim());
    for (const line of lines.filter((one) => one.startsWith('echo'))) {
      execFileSync('sh', ['-c', line], { cwd: root });
    }
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe('dist\nnode_modules/\n');
  });

  test('leave node_modules alone that somebody has committed', () => {
    write('package.json');
    write('node_modules/a/index.js');
    git('add', '--all');
    expect(tell().join('\n')).not.toContain('echo');
  });

  test('name a lock file that git ignores', () => {
    write('package.json');
    write('package-lock.json');
    write('.gitignore', 'node_modules\npackage-lock.json\n');
    expect(tell()[0]).toContain('package-lock.json is ignored by git');
  });

  test('begin with the way to the root when the person stands elsewhere', () => {
    expect(tell(join(root, 'src'))[1]).toBe(`  cd ${root}`);
    expect(tell().join('\n')).not.toContain('  cd ');
  });

  const workflow = '.github/workflows/perigee.yml';

  test('bring back a workflow that git ignores', () => {
    write(workflow);
    write('.gitignore', '.*');
    const text = tell().join('\n');
    expect(text).toContain(`${workflow} is ignored by git`);
    expect(text).toContain("  echo >> .gitignore\n  echo '!.github/' >> .gitignore\n");
    expect(commitLine()).toContain(workflow);
  });

  test('name files that are there for Perigee alone', () => {
    write('package.json', '{"devDependencies": {"perigee": "^0.1.0"}}');
    write('package-lock.json');
    const about = 'package.json and package-lock.json: nothing but Perigee needs them.';
    expect(tell().join('\n')).toContain(about);
    write('package.json', '{"name": "app", "devDependencies": {"perigee": "^0.1.0"}}');
    expect(tell().join('\n')).not.toContain(about);
  });

  test('say that nothing can be measured where setup failed', () => {
    const setupFault = 'npm ci: the lock file is old';
    const text = tell(root, { isNew: true, bot: false, ci, setupFault }).join('\n');
    expect(text).toContain('until it works:\n  #   npm ci: the lock file is old\n');
    expect(text).toContain('patch          # after setup works');
  });

  const nextOf = (lines: string[]): string[] => lines.slice(lines.indexOf('Next:'));

  test('name no file of a CI where none is written, and how to pin versions', () => {
    const unlocked = ['run `cargo generate-lockfile`'];
    const text = tell(root, { isNew: true, bot: false, ci: undefined, unlocked }).join('\n');
    expect(text).toContain("git add perigee.yml && git commit -m 'Add Perigee'");
    expect(text).toMatch(/^NOT PINNED: .* run `cargo generate-lockfile`\.\nNext:/m);
  });

  test('name the line of the workflow that Perigee cannot know', () => {
    write(workflow, `      - uses: ${placeholderAction}\n`);
    expect(nextOf(tell())).toEqual([
      'Next:',
      '  npx perigee config check   # see what it means',
      '  npx perigee init --action OWNER/REPO   # where your organisation has Perigee:',
      `  # commit ${workflow} only after that: it names no copy of Perigee yet, so its jobs would fail. To publish one,`,
      '  # push a clone of Perigee to an account of yours, with the tag v1:',
      '  # docs/github-action.md, "Where the action comes from"',
      "  git add perigee.yml && git commit -m 'Add Perigee'",
      '  npx perigee patch          # change something, and see what it does',
    ]);
    write(workflow, '      - uses: acme/perigee/action@v1\n');
    const ready = tell().join('\n');
    expect(ready).not.toContain('--action');
    expect(ready).toContain(`git add perigee.yml ${workflow} && `);
  });

  const botSteps = [
    '  # then the app, where the service will run; docs/bot.md has every step:',
    '  npx perigee bot setup --webhook-url https://perigee.example.com   # your address for it',
    '  # install the app where the pull requests are: setup shows the address',
    '  npx perigee serve           # judges from now on; in another terminal:',
    '  npx perigee bot check       # whether the app has all it needs, and webhooks arrive',
    '  # open a pull request: its check "perigee" appears within seconds',
  ];

  test('lead to the app where it is to judge, after those of a first suite', () => {
    const lines = tell(root, { isNew: true, bot: true, ci });
    expect(lines).toContain('  npx perigee config check   # see what it means');
    expect(lines.slice(-botSteps.length)).toEqual(botSteps);
  });

  test('are those of the app alone where there is a suite already', () => {
    git('add', 'perigee.yml');
    git('commit', '--quiet', '--message=x');
    write(workflow, `      - uses: ${placeholderAction}\n`);
    expect(tell(root, { isNew: false, bot: true, ci })).toEqual([
      'Next:',
      '  npx perigee init --action OWNER/REPO   # where your organisation has Perigee:',
      `  # commit ${workflow} only after that: it names no copy of Perigee yet, so its jobs would fail. To publish one,`,
      '  # push a clone of Perigee to an account of yours, with the tag v1:',
      '  # docs/github-action.md, "Where the action comes from"',
      ...botSteps,
    ]);
  });

  test('on Buildkite name the plugin, and the pipeline that the app judges', () => {
    write('.buildkite/pipeline.yml', `      - ${buildkitePipeline.placeholder}\n`);
    expect(
      nextOf(tell(root, { isNew: true, bot: true, ci: buildkitePipeline })).slice(2, 11),
    ).toEqual([
      '  npx perigee init --buildkite --action OWNER/REPO   # where your organisation has Perigee:',
      '  # commit .buildkite/pipeline.yml only after that: it names no copy of Perigee yet, so its jobs would fail. To publish one,',
      '  # run git subtree split --prefix buildkite-plugin --branch plugin in a clone of Perigee, and push that',
      '  # branch with this tag to a repository perigee-buildkite-plugin of an account of yours:',
      '  # docs/buildkite.md, "Where the plugin comes from"',
      '  # in perigee.yml name the pipeline whose builds the app judges, as in the address of its page:',
      '  #   gate: { pipeline: organisation/pipeline }',
      '  npx perigee config check   # says whether the app counts its builds',
      "  git add perigee.yml && git commit -m 'Add Perigee'",
    ]);
  });
});
