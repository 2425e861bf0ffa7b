import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../contract/documents.ts';
import type { Execution, ExecutionRequest } from '../contract/execution.ts';
import { CallCounters } from './calls/call-counters.ts';
import { RootCounters } from './calls/root-counters.ts';
import { type CgroupPath, createCgroup } from './cgroup/cgroup.ts';
import { removeCgroupSoon } from './cgroup/cgroup.ts';
import { describeLeft, describeOutcome, describeStuck, explain, why } from './describe-ending.ts';
import { type Counters, startSampling } from './counters.ts';
import { describeMetrics } from './describe-metrics.ts';
import { ExecutionCounters } from './execution-counters.ts';
import { describeLoad, readLoad } from './host/host-load.ts';
import { isOnDisk } from './host/is-on-disk.ts';
import { endTree, endWork, killAll, settleTree, type Tree } from './launch/end-tree.ts';
import { type Launcher, missing, startLauncher } from './launch/launcher.ts';
import {
  explainMissing,
  refuseArguments,
  resolveCommand,
  resolveInside,
} from './launch/resolve-command.ts';
import { type Ending, waitForEnd } from './launch/wait-for-end.ts';
import type { Means } from './means.ts';
import { openWatch } from './open-watch.ts';
import { PortableCounters } from './portable/portable-counters.ts';
import { awaitReplaced, type ReplacedLauncher } from './portable/replaced-launcher.ts';
import { openCollector } from './spans/collector.ts';
import { isOtlpWanted, openOtlpEndpoint, type OtlpEndpoint } from './spans/otlp-endpoint.ts';
import { NumberTable } from './spans/number-table.ts';
import { SpanTable } from './spans/span-table.ts';
import { StallWatch } from './stall-watch.ts';
import { measureWholeTest } from './whole-test.ts';

/** How long that may take. */
const tidyMs = 2000;

/** Runs one test once and measures it. Never leaves a process, a cgroup or a socket behind. */
export async function runExecution(means: Means, request: ExecutionRequest): Promise<Execution> {
  const watching = openWatch(means, request);
  try {
    const execution = await runWatched(means, request, watching);
    if (execution.outcome.status === 'not-started') return execution;
    // Only now: what reads profiles is a child of this process, and would be taken for an orphan of the test.
    return (await watching.watch?.describe(execution)) ?? execution;
  } finally {
    watching.watch?.close();
  }
}

async function runWatched(
  means: Means,
  request: ExecutionRequest,
  { counting, watch }: ReturnType<typeof openWatch>,
): Promise<Execution> {
  const startedAt = new Date().toISOString();
  const load = readLoad();
  const draft = (outcome: Outcome, durationNs = 0): Execution => ({
    outcome,
    startedAt,
    durationNs,
    metrics: [],
    spans: [],
    problems: [],
    hostLoad: describeLoad(load),
  });
  if (request.signal.aborted) return draft({ status: 'interrupted' });
  const refusal = refuseArguments(request.command);
  if (refusal !== undefined) return draft(explain(refusal));
  const [program = '', ...values] = request.command;
  const { inside } = request;
  const environment = watch?.environment ?? request.environment;
  const resolved = inside
    ? resolveInside(program, inside)
    : resolveCommand(program, request.directory, environment);
  if ('message' in resolved) return draft(explain(resolved.message));

  let spans: SpanTable | undefined;
  const collector = await openCollector(() => spans, inside?.scratch, counting);
  let otlp: OtlpEndpoint | undefined;
  const cgroup = makeCgroup(means.runCgroup);
  const retired = request.counts === undefined ? undefined : means.retired;
  let launcher: Launcher | undefined;
  let replaced: ReplacedLauncher | undefined;
  /** The launcher itself, where another program starts it. */
  let started: number | undefined;
  let counters: Counters | undefined;
  let counted: CallCounters | RootCounters | undefined;
  let stall: StallWatch | undefined;
  let stopSampling = () => {};
  try {
    if (isOtlpWanted(request.environment)) otlp = await openOtlpEndpoint(() => spans);
    launcher = startLauncher({
      command: [...(request.prefix ?? []), ...(watch?.prefix ?? []), resolved.path, ...values],
      directory: inside === undefined ? request.directory : '/',
      environment: {
        ...environment,
        ...otlp?.environment,
        PERIGEE_SOCKET: collector.path,
      },
      logFile: request.logFile,
      cgroup,
      isReplaced: retired !== undefined,
      ...(inside === undefined ? {} : { enter: inside.enter, program: resolved.path }),
      ...hide(means, request),
    });
    if (retired !== undefined) {
      launcher = replaced = awaitReplaced(launcher, retired.followChild);
    }
    const ready = await launcher.next();
    if (ready.kind !== 'ready' || launcher.pid === undefined) {
      const message = ready.kind === 'gone' ? ready.message : 'the launcher did not report';
      return draft(explain(message === missing ? explainMissing(resolved.path) : message));
    }
    started = ready.pid;
    // Before anything looks for children of this process, for a program that counts is one.
    if (request.watches === 'calls') counted = await countCalls(means, ready.pid, cgroup);
    const { services } = request;
    const own = { launcher: ready.pid, cgroup, services, mark: collector.path };
    const open =
      means.tier === 'portable'
        ? new PortableCounters(own)
        : new ExecutionCounters({
            ...own,
            // Orphans are told from children of this process by how long they stay: vgdb would be taken for one.
            calls: counting === undefined ? means.calls : undefined,
            onDisk: isOnDisk(request.directory, request.environment),
          });
    counters = open;
    const { memory, switches } = open;
    const read = counting && { lost: new Set<string>(), read: () => counting.read() };
    const spanCounters = read === undefined ? open : { ...read, memory, switches };
    spans = new SpanTable(spanCounters, undefined, new NumberTable(request.numbers));
    const whole = measureWholeTest(open);
    launcher.release();
    stopSampling = startSampling(() => open.sample());
    if (request.watches === 'stall') stall = new StallWatch(open, request.timeoutMs, watch?.isOwn);
    const ending = await waitForEnd(launcher, request);
    const stalled = ending.kind === 'timed-out' ? stall?.conclude() : undefined;
    const durationNs = whole.stop();
    if (open instanceof PortableCounters) {
      open.take(takeUsage(launcher, ending, means), replaced?.instructions);
      started = launcher.pid;
    }
    const left: Counters = open;
    const tree: Tree = {
      list: () => left.listLeft(),
      cgroup,
      get settleMs() {
        return left.settleMs;
      },
    };
    if (ending.kind === 'ended') {
      const settled = await settleTree(tree);
      if (settled.length > 0) spans.report('processes-left', describeLeft(settled));
    }
    // What profiles a test writes what it has seen when that has ended.
    if (stalled !== undefined) {
      await watch?.settle?.();
      await endWork(tree, watch?.isOwn);
    }
    // Running processes end before the counters are closed, so that orphans are accounted for.
    const stubborn = await endTree(tree);
    if (stubborn.length > 0) spans.report('processes-stuck', describeStuck(stubborn));
    open.sample();
    spans.abandon(why[ending.kind]);
    const asked = await counted?.read();
    const usage = await dismiss(launcher, ready.pid, means);
    collector.takeLost();
    const list = spans.list(ending.kind === 'ended' ? whole.describe(usage) : undefined);
    const execution: Execution = {
      ...draft(describeOutcome(ending), durationNs),
      metrics: [
        ...describeMetrics(list, {
          tier: means.tier,
          hasServiceByPid: request.services.some((service) => 'pid' in service),
        }),
        ...spans.numberMetrics,
      ],
      spans: list,
      problems: [...open.problems, ...spans.problems],
      programs: open.listPrograms(),
      ...(asked === undefined ? {} : { calls: asked }),
      ...(stalled === undefined ? {} : { stalled }),
    };
    return execution;
  } finally {
    stopSampling();
    stall?.close();
    const uncounted = counted?.close();
    killAll(started, cgroup);
    // The parent of the launcher tidies up after it, and waits for its own children.
    if (started !== launcher?.pid) await Promise.race([launcher?.exited, sleep(tidyMs)]);
    killAll(launcher?.pid, cgroup);
    await launcher?.exited;
    spans = undefined;
    counters?.sample();
    counters?.close();
    await collector.close();
    await otlp?.close();
    await uncounted;
    if (cgroup !== undefined) await removeCgroupSoon(cgroup);
  }
}

async function countCalls(
  { callCounter, calls }: Means,
  launcher: number,
  cgroup: CgroupPath | undefined,
): Promise<CallCounters | RootCounters | undefined> {
  const counter = callCounter?.();
  if (counter?.kind === 'root') return RootCounters.attach(counter.command, launcher);
  if (counter?.kind !== 'kernel') return undefined;
  const attached = CallCounters.attach(calls, cgroup, launcher);
  return attached instanceof CallCounters ? attached : undefined;
}

/** A folder that is not there needs no hiding, and cannot be hidden. What a view hides needs no more of it. */
function hide({ isolation }: Means, { hidden = [], inside }: ExecutionRequest) {
  if (inside !== undefined) return isolation === 'user' ? { isolation, hidden: [] } : {};
  const there = hidden.filter((folder) => existsSync(folder));
  return isolation === undefined || there.length === 0 ? {} : { isolation, hidden: there };
}

function makeCgroup(run: CgroupPath | undefined): CgroupPath | undefined {
  return run === undefined ? undefined : createCgroup(run, randomBytes(6).toString('hex'));
}

/** Lets the launcher exit, and waits for it in place of Node: its group is empty then, unless the test left something. */
function takeUsage(launcher: Launcher, { kind }: Ending, { waitForUsage }: Means) {
  launcher.release();
  if (kind !== 'ended' || launcher.pid === undefined) return undefined;
  const usage = waitForUsage?.(launcher.pid);
  if (usage !== undefined) launcher.noteExit();
  return usage;
}

/** Lets the launcher exit, and reads what it and all it waited for have used, before Node waits for it. */
async function dismiss(launcher: Launcher, pid: number, { calls }: Means) {
  launcher.release();
  if (calls === undefined || launcher.pid !== pid) return undefined;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let round = 0; round < 200; round += 1) {
    const usage = calls.peekEnded(launcher.pid);
    if (usage !== undefined) return usage;
    Atomics.wait(pause, 0, 0, 0.5);
  }
  return undefined;
}
