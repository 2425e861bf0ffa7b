import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { makeFolder } from '../make-folder.ts';

export const program = fileURLToPath(new URL('../../bin/perigee.mjs', import.meta.url));

export function makeGitFolder(): string {
  const folder = makeFolder();
  spawnSync('git', ['init', '--quiet'], { cwd: folder });
  return folder;
}

/** Resolves to the address that it prints. */
export async function open(folder: string, ...args: string[]) {
  return start(folder, '--no-browser', ...args);
}

export async function start(folder: string, ...args: string[]) {
  const child: ChildProcess = spawn(process.execPath, [program, 'open', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { promise, resolve, reject } = Promise.withResolvers<URL>();
  const urls: URL[] = [];
  createInterface(child.stdout!).on('line', (line) => {
    if (line.startsWith('http')) urls.push(new URL(line));
    if (urls[0] !== undefined) resolve(urls[0]);
  });
  child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
  return { child, url: await promise, urls };
}

/** @param page where it goes on to */
export async function enter(url: URL, page = '/'): Promise<string> {
  const answer = await fetch(url, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, page]);
  const kept = answer.headers.get('set-cookie')!;
  expect(kept).toMatch(/HttpOnly; SameSite=Strict$/);
  return kept.split(';')[0]!;
}
