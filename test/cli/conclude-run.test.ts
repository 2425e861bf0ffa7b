import { expect, test } from 'vitest';
import { writeClosingLines } from '../../src/cli/conclude-run.ts';

const run = { id: 'r1', root: '/home/me/my work', program: 'npx perigee' };

test('inside the repository the commands stand as they are, and paths from there', () => {
  const lines = writeClosingLines({ ...run, directory: '/home/me/my work/src' }).split('\n');
  expect(lines).toEqual([
    "Page:  '/home/me/my work/.perigee/runs/r1/report.html'",
    'Again: npx perigee report r1',
    'Logs:  ../.perigee/runs/r1/logs',
    '',
  ]);
});

test('elsewhere the commands enter the repository first', () => {
  const lines = writeClosingLines({
    ...run,
    directory: '/home/me',
    goOn: 'npx perigee run --resume r1',
  });
  expect(lines).toContain("Again: cd '/home/me/my work' && npx perigee report r1\n");
  expect(lines).toContain("Go on: cd '/home/me/my work' && npx perigee run --resume r1\n");
  expect(lines).toContain("Logs:  '/home/me/my work/.perigee/runs/r1/logs'\n");
});

test('a run that is red for several commits names the command that finds the one', () => {
  const lines = writeClosingLines({
    ...run,
    directory: '/home/me/my work',
    search: { command: 'npx perigee bisect v1 main', commits: 12 },
  });
  expect(lines).toContain(
    'Since: npx perigee bisect v1 main   # which of these 12 commits\nLogs: ',
  );
});

test('a folder whose name begins with two dots is inside all the same', () => {
  const lines = writeClosingLines({ ...run, directory: '/home/me/my work/..cache' });
  expect(lines).toContain('Again: npx perigee report r1\n');
});
