// src/async/stop-signals.ts
import { readFileSync, readlinkSync } from "node:fs";
var goesOn = outlivesTerminal();
if (goesOn) process.on("SIGHUP", () => void 0);
var stopSignals = [
  ...["SIGINT", "SIGTERM", "SIGQUIT", "SIGXCPU"],
  ...goesOn ? [] : ["SIGHUP"]
];
function outlivesTerminal() {
  try {
    const environment = readFileSync("/proc/self/environ", "utf8");
    const [, called = ""] = /(?:^|\0)_=([^\0]*)/.exec(environment) ?? [];
    const caller = /(?:^|\0)PERIGEE_CALLER=(\d+)/.exec(environment)?.[1] ?? process.ppid;
    const parent = readFileSync(`/proc/${caller}/status`, "utf8");
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(parent)?.[1] ?? "0";
    const output = readlinkSync("/proc/self/fd/1");
    return (BigInt(`0x${mask}`) & 1n) === 1n || [called, output].some((one) => /\/nohup(\.out)?$/.test(one));
  } catch {
    return false;
  }
}

// src/contract/canaries.ts
var canaries = [
  { name: "cpu.integer", title: "integer CPU", concerns: "cpu-and-latency" },
  { name: "scheduler.wake_up", title: "scheduler wake-up", concerns: "latency" },
  { name: "disk.throughput", title: "disk throughput", concerns: "latency" },
  { name: "memory.latency", title: "memory latency", concerns: "cpu-and-latency" },
  { name: "loopback.latency", title: "loopback latency", concerns: "latency" },
  { name: "cpu.float", title: "float CPU", concerns: "cpu-and-latency" },
  { name: "process.start", title: "process start", concerns: "cpu-and-latency" },
  { name: "disk.flush", title: "disk flush", concerns: "latency" },
  { name: "memory.bandwidth", title: "memory bandwidth", concerns: "cpu-and-latency" },
  { name: "loopback.throughput", title: "loopback throughput", concerns: "latency" },
  { name: "page.fault", title: "page fault", concerns: "cpu-and-latency" }
];
var cpuLimit = "cpu.limit";
var byName = new Map(
  [...canaries, { name: cpuLimit, title: "CPU limit", concerns: "latency" }].map(
    (canary) => [canary.name, canary]
  )
);

// src/runner/canaries/cpu-limit.ts
import { readFileSync as readFileSync2 } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
var mounts = "/sys/fs/cgroup";
function readCpuLimit(read = readText) {
  let least = Math.max(1, cpus().length);
  for (const [, controllers = "", path = "/"] of (read("/proc/self/cgroup") ?? "").matchAll(
    /^\d+:([^:\n]*):(.*)$/gm
  )) {
    const isOld = controllers.split(",").includes("cpu");
    if (!isOld && controllers !== "") continue;
    for (let at = path; ; at = dirname(at)) {
      const folder = join(mounts, controllers, at);
      const quota = isOld ? readOld(folder, read) : readUnified(folder, read);
      if (quota !== void 0 && quota > 0) least = Math.min(least, quota);
      if (at === "/" || at === ".") break;
    }
  }
  return 1e9 / least;
}
function readUnified(folder, read) {
  const [quota, period] = (read(join(folder, "cpu.max")) ?? "").split(" ").map(Number);
  return toCpus(quota, period);
}
function readOld(folder, read) {
  const quota = Number(read(join(folder, "cpu.cfs_quota_us")) ?? "none");
  return toCpus(quota, Number(read(join(folder, "cpu.cfs_period_us")) ?? "none"));
}
function toCpus(quota = NaN, period = NaN) {
  return quota > 0 && period > 0 ? quota / period : void 0;
}
function readText(path) {
  try {
    return readFileSync2(path, "latin1").trim();
  } catch {
    return void 0;
  }
}

// src/runner/canaries/workloads.ts
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer, connect } from "node:net";
import { join as join2 } from "node:path";
import { Worker } from "node:worker_threads";
var chase = 4 * 1024 * 1024;
var written = Buffer.alloc(2 * 1024 * 1024, 7);
async function prepareWorkloads() {
  const loopback = await openLoopback();
  const wakeUp = startPartner();
  const next = makeCycle(chase);
  const copy = new Int32Array(chase);
  const program = ["/bin/true", "/usr/bin/true"].find((path) => existsSync(path)) ?? "true";
  return {
    "cpu.integer": () => keep(hash(12e5)),
    "cpu.float": () => keep(integrate(4e5)),
    "memory.latency": () => keep(follow(next, 12e3)),
    "memory.bandwidth": () => {
      copy.set(next);
      keep(copy[0] ?? 0);
    },
    "page.fault": () => keep(touch(new ArrayBuffer(4 * 1024 * 1024))),
    "process.start": () => {
      spawnSync(program, { stdio: "ignore", env: {} });
    },
    "scheduler.wake_up": wakeUp,
    "disk.flush": (directory) => flush(directory, written.subarray(0, 4096), 2),
    "disk.throughput": (directory) => flush(directory, written, 1),
    "loopback.latency": () => loopback.exchange(1, 40),
    "loopback.throughput": () => loopback.exchange(1024 * 1024, 1)
  };
}
var kept = 0;
function keep(value) {
  kept ^= value;
}
function hash(steps) {
  let h = 2166136261;
  for (let i = 0; i < steps; i += 1) h = Math.imul(h ^ i & 255, 16777619);
  return h;
}
function integrate(steps) {
  let [x, sum] = [0.5, 0];
  for (let i = 1; i <= steps; i += 1) {
    x = 3.7 * x * (1 - x);
    sum += Math.sqrt(x) / i;
  }
  return sum * 1e6;
}
function makeCycle(length) {
  const next = new Int32Array(length);
  for (let i = 0; i < length; i += 1) {
    next[i] = Math.imul(i, 1664525) + 1013904223 & length - 1;
  }
  return next;
}
var place = 0;
function follow(next, steps) {
  for (let i = 0; i < steps; i += 1) place = next[place];
  return place;
}
function touch(memory) {
  const bytes = new Uint8Array(memory);
  for (let at = 0; at < bytes.length; at += 4096) bytes[at] = 1;
  return bytes[0] ?? 0;
}
function flush(directory, bytes, times) {
  const file = join2(directory, `canary-${process.pid}`);
  const descriptor = openSync(file, "w", 384);
  try {
    for (let i = 0; i < times; i += 1) {
      writeSync(descriptor, bytes, 0, bytes.length, 0);
      fsyncSync(descriptor);
    }
  } finally {
    closeSync(descriptor);
    rmSync(file, { force: true });
  }
}
function startPartner() {
  const rounds = 60;
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const code = `const { workerData: turn } = require('node:worker_threads');
for (;;) {
  while (Atomics.load(turn, 0) !== 1) Atomics.wait(turn, 0, 0);
  Atomics.store(turn, 0, 0);
  Atomics.notify(turn, 0);
}`;
  new Worker(code, { eval: true, workerData: turn }).unref();
  return () => {
    for (let i = 0; i < rounds; i += 1) {
      Atomics.store(turn, 0, 1);
      Atomics.notify(turn, 0);
      while (Atomics.load(turn, 0) === 1) Atomics.wait(turn, 0, 1);
    }
  };
}
async function openLoopback() {
  const server = createServer({ noDelay: true }, (socket2) => socket2.unref().pipe(socket2));
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const socket = connect(server.address().port, "127.0.0.1");
  socket.setNoDelay().unref();
  await once(socket, "connect");
  const block = Buffer.alloc(1024 * 1024);
  let missing = 0;
  let whenBack = () => void 0;
  socket.on("data", (chunk) => {
    missing -= chunk.length;
    if (missing === 0) whenBack();
  });
  return {
    exchange: async (bytes, times) => {
      for (let i = 0; i < times; i += 1) {
        missing = bytes;
        await new Promise((resolve) => {
          whenBack = resolve;
          socket.write(block.subarray(0, bytes));
        });
      }
    }
  };
}

// src/runner/canaries/canary-process.ts
var workloads = new Map(Object.entries(await prepareWorkloads()));
var warmUpsAtFirst = 10;
var needsCaches = /^(cpu|memory)\./;
async function measure({ directory, names, isFirst }) {
  const readings = {};
  for (const name of names) {
    if (name === cpuLimit) readings[name] = readCpuLimit();
    const run = workloads.get(name);
    if (run === void 0) continue;
    const warmUps = needsCaches.test(name) ? isFirst === true ? warmUpsAtFirst : 1 : 0;
    for (let i = 0; i < warmUps; i += 1) await run(directory);
    const started = process.hrtime.bigint();
    await run(directory);
    readings[name] = Number(process.hrtime.bigint() - started);
  }
  return { readings };
}
process.on("message", (request) => {
  measure(request).then(
    (answer) => process.send?.(answer),
    (error) => process.send?.({ why: error.message })
  );
});
for (const signal of stopSignals) process.on(signal, () => void 0);
process.send?.("ready");
