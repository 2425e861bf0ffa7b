"use strict";

// src/profile/sampling/node-hook.ts
var import_node_crypto = require("node:crypto");
var import_node_fs = require("node:fs");
var import_node_inspector = require("node:inspector");
var import_node_path = require("node:path");
var import_node_url = require("node:url");
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
var {
  PERIGEE_PROFILES: folder,
  PERIGEE_PROFILER: profiler,
  PERIGEE_PROFILE_UNTIL: until
} = process.env;
if (folder !== void 0) {
  if (import_node_worker_threads.isMainThread && (profiler === "perf" || profiler === "own")) {
    for (const flag of ["--no-turbo-inlining", "--no-maglev-inlining"]) (0, import_node_v8.setFlagsFromString)(flag);
  }
  if (profiler === "perf") {
    try {
      (0, import_node_fs.writeFileSync)((0, import_node_path.join)(folder, `${process.pid}.mapped`), "");
    } catch {
    }
  } else {
    const session = new import_node_inspector.Session();
    session.connect();
    const writeText = (text, ending) => {
      const file = (0, import_node_path.join)(folder, `${process.pid}-${(0, import_node_crypto.randomBytes)(4).toString("hex")}.${ending}`);
      (0, import_node_fs.writeFileSync)(file, text);
      return file;
    };
    const write = (profile, ending) => void writeText(JSON.stringify(profile), ending);
    if (profiler === "blocks") countBlocks(session, writeText);
    else if (profiler === "memory") watchMemory(session, write);
    else watchTime(session, write);
  }
}
function watchTime(session, write) {
  const { system, user } = process.cpuUsage();
  const startUs = import_node_worker_threads.isMainThread ? system + user : 0;
  session.post("Profiler.enable");
  session.post("Profiler.setSamplingInterval", { interval: until === void 0 ? 100 : 1e3 });
  session.post("Profiler.start");
  const end = () => {
    session.post("Profiler.stop", (error, stopped) => {
      if (error === null) write({ ...stopped.profile, startUs }, "cpuprofile");
    });
  };
  process.on("exit", end);
  if (import_node_worker_threads.isMainThread && until !== void 0) endAt(Number(until), end);
}
function endAt(untilMs, end) {
  const name = "perigee.endProfile";
  const awaited = (0, import_node_path.join)(folder ?? "", `${process.pid}.awaited`);
  (0, import_node_fs.writeFileSync)(awaited, "");
  const value = () => {
    end();
    (0, import_node_fs.rmSync)(awaited, { force: true });
  };
  Object.defineProperty(globalThis, Symbol.for(name), { value });
  const code = `
    const { Session } = require('node:inspector');
    const stay = setInterval(() => {}, 1000);
    setTimeout(() => {
      const session = new Session();
      session.connectToMainThread();
      const expression = "globalThis[Symbol.for('${name}')]()";
      session.post('Runtime.evaluate', { expression }, () => clearInterval(stay));
    }, ${Math.max(0, untilMs - Date.now())});
  `;
  new import_node_worker_threads.Worker(code, { eval: true, env: {}, execArgv: [] }).unref();
}
var installed = /[/\\]node_modules[/\\]/;
function countBlocks(session, write) {
  const mark = write("", "begun");
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  process.on("exit", () => {
    session.post("Profiler.takePreciseCoverage", (error, covered) => {
      if (error !== null) return;
      session.post("Debugger.enable");
      const counts = /* @__PURE__ */ new Map();
      for (const script of covered.result) {
        for (const [place, count] of describeScript(session, script)) {
          counts.set(place, (counts.get(place) ?? 0) + count);
        }
      }
      write([...counts].map(([place, count]) => `${count} ${place}`).join("\n"), "blocks.txt");
      (0, import_node_fs.rmSync)(mark, { force: true });
    });
  });
}
function describeScript(session, script) {
  if (!script.url.startsWith("file:") || installed.test(script.url)) return [];
  try {
    return listParts(session, script);
  } catch {
    return [];
  }
}
function listParts(session, { functions, scriptId, url }) {
  const path = (0, import_node_url.fileURLToPath)(url);
  let source = "";
  session.post("Debugger.getScriptSource", { scriptId }, (error, found) => {
    if (error === null) source = found.scriptSource;
  });
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const isSame = (0, import_node_fs.readFileSync)(path, "utf8").trimEnd().split("\n").every(
    (line, at) => line.length === (starts[at + 1] ?? source.length + 1) - 1 - (starts[at] ?? 0)
  );
  if (!isSame) return [];
  const placeOf = (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = low + high >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return `${low + 1}:${offset - (starts[low] ?? 0)}`;
  };
  return functions.flatMap(
    ({ functionName, ranges }) => ranges.map(({ count, endOffset, startOffset }, at) => {
      const space = /\s*/y;
      space.lastIndex = startOffset;
      const start = startOffset + (space.exec(source)?.[0].length ?? 0);
      const kind = at === 0 ? "function" : "block";
      const place = `${placeOf(Math.min(start, endOffset))}-${placeOf(endOffset)}`;
      return [`${kind} ${place} ${path}	${functionName}`, count >>> 0];
    })
  );
}
