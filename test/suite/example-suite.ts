import { parseSuite } from '../../src/suite/parse-suite.ts';

/** A small suite with a bit of everything. */
export const exampleText = `version: 1
suite: sync
setup:
  - [npm, ci]
environment: { NODE_VERSION: 1.10, DEBUG: true }
tests:
  - name: upload 10,000 files
    command: [node, bench/upload.mjs]
    directory: ./packages/core/
    timeout: 90s
    tags: [upload, disk]
  - name: download 10,000 files
    command: [node, bench/download.mjs]
    tags: [download]
  - name: one file of 4 GB
    command: [node, bench/upload.mjs, --big]
    environment: { DEBUG: no }
    tags: [upload]
    when: nightly
thresholds:
  defaults:
    latency: { worse: 5% }
  rules:
    - match: { test: upload*, metric: latency }
      worse: { relative: 3%, absolute: 2ms }
      until: 2026-12-31
      owner: storage team
`;

export const exampleSuite = parseSuite(exampleText, 'perigee.yml');
