import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { neededEvents, neededPermissions } from '../../../src/cli/bot/app-rights.ts';

const file = new URL('../../../bot/app.yml', import.meta.url);
const app = parse(readFileSync(file, 'utf8')) as {
  default_permissions: Record<string, string>;
  default_events: string[];
};

test('setup asks for the permissions of bot/app.yml, and no others', () => {
  const asked = Object.fromEntries(neededPermissions.map(({ name, level }) => [name, level]));
  expect(asked).toEqual(app.default_permissions);
});

test('setup subscribes to the events of bot/app.yml, and no others', () => {
  const events = neededEvents.map(({ name }) => name);
  expect(events.toSorted()).toEqual(app.default_events.toSorted());
});
