/** The shell of docs/other-ci.md, line by line, in a shallow clone as a CI makes it. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { atNight } from '../nightly.ts';
import { root } from '../profile/execute-here.ts';
import { draftSuite, draftWrites, makeRepository } from './repository.ts';

const page = readFileSync(join(root, 'docs/other-ci.md'), 'utf8');
const [, shell = ''] = /```sh\n([^]*?)```/.exec(page) ?? [];

atNight('the commands of the documentation end with the verdict, and leave what a CI shows', () => {
  const upstream = makeRepository();
  upstream.write('perigee.yml', draftSuite({ metric: 'disk.writes' }));
  upstream.write('work.sh', draftWrites(100));
  upstream.commit('Start');
  upstream.git('switch', '--quiet', '--create', 'slower');
  upstream.write('work.sh', draftWrites(2000));
  upstream.write('perigee.yml', draftSuite({ metric: 'disk.writes', worse: '9000%' }));
  upstream.commit('Work more');
  upstream.git('switch', '--quiet', 'main');
  upstream.write('README.md', 'Another commit.');
  upstream.commit('Go on');

  const checkout = makeRepository();
  checkout.git('remote', 'add', 'origin', pathToFileURL(upstream.root).href);
  checkout.git('fetch', '--quiet', '--depth=1', 'origin', 'slower');
  checkout.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');

  const programs = join(checkout.root, '.git/programs');
  mkdirSync(programs);
  const install = (name: string, body: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  install('npm', 'test "$*" = ci');
  install('npx', `shift\nexec "${process.execPath}" "${root}/bin/perigee.mjs" "$@"`);

  const { status, stdout } = spawnSync('sh', ['-e', '-c', shell], {
    cwd: checkout.root,
    env: { ...process.env, PATH: `${programs}:${process.env['PATH']}`, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^✗ /m);
  expect(status).toBe(1);
  const text = readFileSync(join(checkout.root, 'perigee-junit.xml'), 'utf8');
  expect(text).toMatch(/name="keep busy"[^>]*><failure type="regressed" message="keep busy/);
  expect(text).toContain('name="verdict"><skipped type="regressed"');
  expect(text).toContain('(thresholds-changed)');
  expect(readFileSync(join(checkout.root, 'perigee.html'), 'utf8')).toMatch(/^<!doctype html>/i);
});
