import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { renderGateSettings } from '../../src/cli/render-gate-settings.ts';
import { defaultGate } from '../../src/contract/gate.ts';
import { startPerigee } from './bot/start-perigee.ts';
import { draftSuite, makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('main.go', '');
});

function addWorkflow(): void {
  mkdirSync(join(repository.root, '.github/workflows'), { recursive: true });
  repository.write('.github/workflows/perigee.yml', '');
}

test('where all is there the gate is told as it decides, and nothing more', () => {
  addWorkflow();
  repository.commit('Start');
  expect(renderGateSettings(repository.root, defaultGate)).toEqual([
    'The gate of pull requests, where the bot runs:',
    '  counts runs of .github/workflows/perigee.yml, and waits 15 min for one; every change counts',
    '  confirms a regression on a second runner; undecided: pass; only time, on a busy machine: undecided; not seen: pass; no whole measurement: block; other tests or commands: note',
  ]);
});

test('a workflow that is not there, and patterns that fit no file, are told', () => {
  repository.commit('Start');
  const gate = { ...defaultGate, paths: ['source/**'], ignore: ['**.md'], confirm: false };
  const text = renderGateSettings(repository.root, gate).join('\n');
  expect(text).toContain('changes of source/** count, except **.md');
  expect(text).toContain('one run is enough to block');
  expect(text).toContain('but there is no .github/workflows/perigee.yml here');
  expect(text).toContain('but no file that git knows here counts by gate.paths and gate.ignore');
});

test('the gate is left out where nobody set it and there is neither workflow nor pipeline', () => {
  repository.commit('Start');
  expect(renderGateSettings(repository.root, defaultGate)).toEqual([]);
});

test('a pipeline of Buildkite needs no workflow', () => {
  repository.commit('Start');
  const lines = renderGateSettings(repository.root, { ...defaultGate, pipeline: 'acme/sync' });
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(
    /^ {2}counts builds of acme\/sync on Buildkite, and waits 15 min for one/,
  );
});

test('where only a pipeline of Buildkite is there, gate.pipeline is asked for, and no workflow is named', () => {
  mkdirSync(join(repository.root, '.buildkite'));
  repository.write('.buildkite/pipeline.yml', '');
  repository.commit('Start');
  const text = renderGateSettings(repository.root, defaultGate).join('\n');
  expect(text).toContain('counts builds of gate.pipeline on Buildkite');
  expect(text).toContain(
    'but gate.pipeline is not set: for the bot set it to organisation/pipeline',
  );
  expect(text).not.toContain('.github');
});

test('patterns that fit a file with another ignored are no mistake', () => {
  addWorkflow();
  repository.commit('Start');
  const gate = { ...defaultGate, paths: ['*.go'], ignore: ['docs/**'] };
  expect(renderGateSettings(repository.root, gate)).toHaveLength(3);
});

test('config check tells of the gate', async () => {
  repository.write('perigee.yml', `${draftSuite()}\ngate: { runWithin: 2h }\n`);
  const { status, stdout } = await startPerigee(repository.root, ['config', 'check']).ended;
  expect(stdout).toContain('waits 2 h for one');
  expect(status).toBe(0);
});
