import { expect, test } from 'vitest';
import { listTrackedFiles, readTracked } from '../../scripts/checks/tracked-files.ts';

const lines = readTracked('deploy/Dockerfile').replaceAll('\\\n', ' ').split('\n');
/** Of each image, what stands below its FROM. */
const images = lines.reduce<string[][]>((all, line) => {
  if (line.startsWith('FROM ')) all.push([]);
  all.at(-1)?.push(line);
  return all;
}, []);
const starts = (words: string) => images.filter((image) => image[0]?.startsWith(words));

test('each file that an image copies from the repository is in it', () => {
  const copied = lines
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1));
  const tracked = new Set(listTrackedFiles().flatMap((file) => [file, file.split('/')[0] ?? '']));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((file) => !tracked.has(file))).toEqual([]);
});

test('the package that the tool is installed from has all that package.json lists', () => {
  const { files } = JSON.parse(readTracked('package.json')) as { files: string[] };
  const there = lines.filter((line) => line.startsWith('COPY ')).join(' ');
  const missing = files
    .filter((file) => !file.startsWith('!') && file !== 'dist')
    .filter((file) => !there.includes(` ${file} `));
  expect(missing).toEqual([]);
});

test('the tool and the service, which is built without a target, run as a user of their own', () => {
  const [tool, service] = [starts('FROM node:24-bookworm-slim AS tool')[0], images.at(-1)];
  for (const image of [tool, service]) {
    const users = image?.filter((line) => line.startsWith('USER ')) ?? [];
    expect(users.at(-1)).toBe('USER node');
  }
  expect(service?.join('\n')).toContain('CMD ["serve"]');
});
