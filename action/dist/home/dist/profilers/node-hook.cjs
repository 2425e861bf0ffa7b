"use strict";

// src/profile/sampling/node-hook.ts
var import_node_crypto = require("node:crypto");
var import_node_fs = require("node:fs");
var import_node_inspector = require("node:inspector");
var import_node_path = require("node:path");
var import_node_v8 = require("node:v8");
var import_node_worker_threads = require("node:worker_threads");

// src/profile/sampling/node-memory.ts
var leastBytes = 4096;
var sampledBytes = 32768;
var lookMs = 20;
var higher = 1.03;
function watchMemory(session, write) {
  const buffers = /* @__PURE__ */ new Map();
  let bufferBytes = 0;
  let highest = 0;
  let peak = {
    buffers: []
  };
  const look = () => {
    const { heapUsed } = process.memoryUsage();
    const now = heapUsed + bufferBytes;
    if (now < highest * higher) return;
    highest = now;
    peak = { buffers: [...buffers] };
    session.post("HeapProfiler.getSamplingProfile", (error, found) => {
      if (error === null) peak.heap = found.profile;
    });
  };
  const gone = new FinalizationRegistry(({ bytes, stack }) => {
    bufferBytes -= bytes;
    buffers.set(stack, (buffers.get(stack) ?? 0) - bytes);
  });
  let highestBuffers = 0;
  const note = (buffer) => {
    const bytes = buffer.buffer.byteLength;
    if (bytes < leastBytes || seen.has(buffer.buffer)) return buffer;
    seen.add(buffer.buffer);
    const stack = readStack();
    bufferBytes += bytes;
    buffers.set(stack, (buffers.get(stack) ?? 0) + bytes);
    gone.register(buffer.buffer, { stack, bytes });
    if (bufferBytes > highestBuffers * higher) {
      highestBuffers = bufferBytes;
      look();
    }
    return buffer;
  };
  const seen = /* @__PURE__ */ new WeakSet();
  for (const name of ["alloc", "allocUnsafe", "allocUnsafeSlow", "from", "concat"]) {
    const make = Buffer[name];
    Object.defineProperty(Buffer, name, {
      ...{ configurable: true, writable: true },
      value: (...given) => note(Reflect.apply(make, Buffer, given))
    });
  }
  session.post("HeapProfiler.enable");
  session.post("HeapProfiler.startSampling", { samplingInterval: sampledBytes });
  setInterval(look, lookMs).unref();
  process.on("exit", () => {
    look();
    write({ ...peak, sampledBytes }, "heap.json");
  });
}
function readStack() {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = before;
  return stack;
}

// src/profile/sampling/node-hook.ts
var { PERIGEE_PROFILES: folder, PERIGEE_PROFILER: profiler } = process.env;
if (folder !== void 0) {
  if (import_node_worker_threads.isMainThread && profiler !== "memory") {
    for (const flag of ["--no-turbo-inlining", "--no-maglev-inlining"]) (0, import_node_v8.setFlagsFromString)(flag);
  }
  if (profiler !== "perf") {
    const session = new import_node_inspector.Session();
    session.connect();
    const write = (profile, ending) => {
      const name = `${process.pid}-${(0, import_node_crypto.randomBytes)(4).toString("hex")}.${ending}`;
      (0, import_node_fs.writeFileSync)((0, import_node_path.join)(folder, name), JSON.stringify(profile));
    };
    if (profiler === "memory") watchMemory(session, write);
    else watchTime(session, write);
  }
}
function watchTime(session, write) {
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: 100 });
  session.post("Profiler.start");
  process.on("exit", () => {
    session.post("Profiler.stop", (error, stopped) => {
      if (error === null) write(stopped.profile, "cpuprofile");
    });
  });
}
