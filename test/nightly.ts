/**
 * `npm test` shows each promise once; `npm test -- --nightly` runs every test, every version and all random trials.
 * What waits for the night says why here, in one line.
 */
import { test } from 'vitest';

export const isNightly = process.env['PERIGEE_NIGHTLY'] !== undefined;

/** A test that runs at night only. Its file has a row in `reasons`. */
export const atNight = test.skipIf(!isNightly);

/** Of random trials, attacks and kills the day takes the first, the night all. */
export function countTrials({ byDay, byNight }: { byDay: number; byNight: number }): number {
  return isNightly ? byNight : byDay;
}

/** Why tests of a file wait for the night, and what shows the same by day. */
export const reasons: Readonly<Record<string, string>> = {
  'cli/bisect.test.ts':
    'each walk measures up to six commits; by day one walk, and test/variability/bisect decides the rest',
  'bot/end-to-end/buildkite.test.ts':
    'the same walk from Buildkite; buildkite-plugin/agent runs the plugin by day',
  'action/act/workflow.test.ts':
    'act starts three containers for each; action/jobs runs the same jobs in one process by day',
  'cli/variability.test.ts': 'each measures a suite many times; by day one commit, round by round',
  'profile/cases/junit.test.ts':
    'the versions of JUnit, and its own launcher; by day the newest, with a test that fails',
  'runner/inputs/planted-changes.test.ts':
    'waits for a time limit; by day the late one that is left out',
  'cli/runs.test.ts': 'two more runs; one that is stopped and resumed stays by day',
  'cli/control.test.ts': 'action/jobs/control.test.ts has the gate that stays green by day',
  'cli/resume.test.ts': 'three runs each; cli/runs.test.ts stops and resumes one by day',
  'cli/history/alerts.test.ts':
    'copies a store; test/store and test/cli/export.test.ts move alerts by day',
  'cli/other-ci.test.ts':
    'one more comparison, by the shell of a page; cli/exit-codes.test.ts has its codes by day',
  'service/influx/outages.test.ts': 'faults at length; by day the answers 429 and 5xx',
  'service/distributed.test.ts':
    'three brokers and two services, killed in turn; test/service/kill.test.ts kills one by day',
  'service/rebalance.test.ts':
    'Kafka, InfluxDB and three services; bot/end-to-end/kafka-and-influx.test.ts has both by day',
  'service/influx/full-disk.test.ts':
    'fills a disk of its own; outages.test.ts plays the answer by day',
  'transport/eventlog/kafka/kafka-queue.test.ts':
    'waits for sessions to end, and members that come and go; the embedded log keeps the rest of the contract',
  'action/act/kafka.test.ts':
    'act with a broker; transport/eventlog/kafka.test.ts sends to one by day',
  'cli/changed-suite.test.ts': 'contract and gate decide what a changed suite means by day',
  'cli/init-go.test.ts': 'compiles and measures a Go module; adapters read its results by day',
  'action/jobs/run.test.ts': 'buildkite-plugin/run.test.ts has the same step by day',
  'action/jobs/affected.test.ts': 'the same observations as runner/inputs, which makes them by day',
  'web/pages/dashboard.test.ts':
    'each page in each width and scheme; by day each page in one of them',
  'runner/inputs/attacks.test.ts':
    'each attack against each way of observing; by day each attack once',
  'cli/gate.test.ts':
    'a comparison and a control for one record; cli/control.test.ts measures one by day',
  'cli/explain.test.ts':
    'a run that explains itself by up to twenty more; by day perigee explain does it in four',
  'profile/cases/whole-run.test.ts':
    'each starts a runner of tests; by day the ways that users have',
  'profile/cases/same-names.test.ts':
    'each starts a runner of tests; by day one for each way to repeat a name',
  'profile/cases/test-runners.test.ts': 'the same in another folder',
  'runner/inputs/reuse-observation.test.ts':
    'each change to what an observation rests on; by day one of each kind',
  'runner/inputs/same-path.test.ts':
    'each way to name a file by its whole path; by day a program that a script names',
  'bot/end-to-end/embedded.test.ts':
    'two shards of the workflow under act; by day one shard without it, by kafka-and-influx.test.ts where its servers can be had',
  'web/pages/influx.test.ts':
    'writes half a million points twice; web/api/influx.test.ts reads InfluxDB by day',
  'profile/record.test.ts': 'a million values in each language; by day in Node alone',
  'runner/worktrees/find-missing-content.test.ts':
    'more kinds of missing content; by day Git LFS, git-crypt, annex and a submodule',
};
