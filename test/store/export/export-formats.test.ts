import { expect, test } from 'vitest';
import { parseDocument } from '../../../src/contract/validate.ts';
import {
  exportBuild,
  restoreBuild,
  exportFormats,
} from '../../../src/store/export/export-formats.ts';
import { makeHistory } from '../../web/api/make-history.ts';
import { makeBuild } from '../make-build.ts';

test('a build that is exported, read as a document and restored is the same build', () => {
  for (const build of [...makeHistory(25), makeBuild(1)]) {
    const text = JSON.stringify(exportBuild(build));
    expect(restoreBuild(parseDocument('stored-build', text, 'export'))).toEqual(build);
  }
});

test('a table has a row for each value, under its head', () => {
  const { head, write } = exportFormats.csv;
  const strange = { branch: 'a "quoted", branch', author: '=SUM(A1)', repository: '-2+3+A1' };
  const build = makeBuild(1, { repeats: 1, ...strange });
  const rows = [...write(build)];
  expect(rows).toHaveLength(4);
  expect(rows[0]).toContain(',default,"a ""quoted"", branch",,');
  expect(rows[0]).toMatch(/^ -2\+3\+A1,/);
  expect(rows[0]).toContain(', =SUM(A1),upload,whole test,[],linux-x64,latency,ns,before,');
  expect(rows[0]).toMatch(/,0,1000,false\n$/);
  expect(head.split(',').length).toBe(21);
});

test('the line protocol is that of the store in InfluxDB', () => {
  const lines = [...exportFormats['line-protocol'].write(makeBuild(1, { repeats: 1 }))];
  expect(lines.some((line) => line.startsWith('perigee_build,'))).toBe(true);
  expect(lines.filter((line) => line.startsWith('perigee,'))).toHaveLength(2);
});
