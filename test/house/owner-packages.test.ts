import { expect, test } from 'vitest';
import {
  checkOwnerPackages,
  listValueImports,
  ownerPackages,
} from '../../scripts/checks/owner-packages.ts';

test('each package of the owner is loaded by something that ships', () => {
  for (const name of ownerPackages) expect(checkOwnerPackages()).toContain(name);
});

test('an import of types alone is no work done', () => {
  const content = `
import type { Octokit } from 'octokit';
import { type Message, type Kafka } from 'kafkajs';
import { Point, type WriteApi } from '@influxdata/influxdb-client';
import Probot from 'probot';
const later = await import('simple-statistics');
const never: import('@actions/core').InputOptions = {};
`;
  expect(listValueImports(content)).toEqual([
    '@influxdata/influxdb-client',
    'probot',
    'simple-statistics',
  ]);
});
