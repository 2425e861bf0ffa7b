import { expect } from 'vitest';
import type { RunRecord, TestInputs } from '../../../src/contract/documents.ts';
import type { Execute } from '../../../src/contract/execution.ts';
import type { ObservationMeans } from '../../../src/contract/observation.ts';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { createObserver } from '../../../src/profile/observe/create-observer.ts';
import { findViews } from '../../../src/profile/launch/views.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

/** The suite is written there before each run. */
export const usual = { 'README.md': 'old', 'perigee.yml': 'version: 1\n' };

interface Plant {
  files: Record<string, string>;
  /** What the change writes. */
  change: Record<string, string>;
  command: string[];
  setup?: string[][];
  /** Of each side. */
  builds?: number;
  means?: ObservationMeans[];
  test?: Partial<SuiteTest>;
  warmup?: number;
  /** Each side stands in the place of the checkout. */
  inView?: true;
  execute?: Execute;
  /** Commands of further tests, by name. */
  others?: Record<string, string[]>;
}

export async function compare(plant: Plant): Promise<RunRecord> {
  const repository = makeRepository({ ...usual, ...plant.files });
  for (const [path, text] of Object.entries(plant.change)) repository.write(path, text);
  const observer = await createObserver(plant.means);
  if (observer === undefined) throw new Error('this host observes nothing');
  const views = plant.inView && findViews();
  const program = makeTest('program', { command: plant.command, ...plant.test });
  const others = Object.entries(plant.others ?? {}).map(([name, one]) =>
    makeTest(name, { command: one }),
  );
  return runTests(repository, [program, ...others], {
    suite: {
      setup: plant.setup ?? [],
      builds: plant.builds ?? 1,
      warmup: plant.warmup ?? 0,
      ...(plant.inView && { samePath: true }),
    },
    ports: {
      observer,
      ...(plant.execute && { execute: plant.execute }),
      ...(views && { views }),
    },
  });
}

/** What is found of a change to a repository with one test. */
export async function observe(plant: Plant): Promise<TestInputs | undefined> {
  const record = await compare(plant);
  const inputs = record.tests[0]?.inputs;
  const profiles = record.profiles.filter(({ test }) => test === record.tests[0]?.name);
  // Either it was measured or it was left out: never both, never neither.
  expect(profiles.length > 0).toBe(inputs?.state !== 'same');
  return inputs;
}
