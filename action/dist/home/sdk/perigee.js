// src/profile/sdk.ts
import { appendFileSync } from "node:fs";

// src/profile/sdk/connection.ts
async function connectCollector(path2) {
  const { connect } = await import("node:net");
  const socket = connect(path2);
  const connected = await new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  });
  return connected ? talk(socket) : void 0;
}
function talk(socket) {
  const waiting = [];
  let rest = "";
  const settle = (answer) => {
    waiting.shift()?.(answer);
    if (waiting.length === 0) socket.unref();
  };
  socket.setEncoding("utf8");
  socket.on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) settle(JSON.parse(line));
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    while (waiting.length > 0) settle(void 0);
  });
  socket.unref();
  return {
    async request(message) {
      if (socket.destroyed || !socket.writable) return void 0;
      socket.ref();
      const answer = await new Promise((resolve) => {
        waiting.push(resolve);
        socket.write(`${JSON.stringify(message)}
`);
      });
      if (answer?.ok === false) throw new Error(`Perigee: ${answer.error ?? "refused"}`);
      return answer;
    }
  };
}

// src/profile/sdk/measure-span.ts
import { performance } from "node:perf_hooks";

// src/contract/metrics.ts
function define(name, unit, kind, title) {
  return { name, unit, kind, title, direction: "lower" };
}
var countedMetric = "instructions";
var builtInMetrics = [
  define("latency", "ns", "duration", "Latency"),
  define("cpu.total", "ns", "duration", "CPU time"),
  define("cpu.user", "ns", "duration", "CPU time, user"),
  define("cpu.system", "ns", "duration", "CPU time, system"),
  define(countedMetric, "count", "count", "Instructions"),
  define("memory.peak", "bytes", "gauge", "Memory peak"),
  define("disk.read_bytes", "bytes", "count", "Disk read"),
  define("disk.write_bytes", "bytes", "count", "Disk written"),
  define("disk.reads", "count", "count", "Read operations"),
  define("disk.writes", "count", "count", "Write operations"),
  define("network.sent_bytes", "bytes", "count", "Network sent"),
  define("network.received_bytes", "bytes", "count", "Network received"),
  define("network.sent_packets", "count", "count", "Packets sent"),
  define("network.received_packets", "count", "count", "Packets received"),
  define("context_switches.voluntary", "count", "count", "Context switches, voluntary"),
  define("context_switches.involuntary", "count", "count", "Context switches, involuntary"),
  define("page_faults.minor", "count", "count", "Page faults, minor"),
  define("page_faults.major", "count", "count", "Page faults, major")
];
var byName = new Map(builtInMetrics.map((metric) => [metric.name, metric]));

// src/contract/series-key.ts
var reservedKeys = new Set(
  "after annotations before branch commit host kind metric occurrences order outcome parent platform repeat repository series shard side source span suite test time timestamp unit value".split(" ")
);

// src/profile/spans/annotation-rules.ts
var limits = {
  nameLength: 200,
  keyLength: 64,
  valueLength: 256,
  annotationsPerSpan: 16,
  distinctValuesPerKey: 64,
  /** With the span of the whole test. */
  distinctSpans: 2e4,
  openSpans: 1e3,
  /** Occurrences that OpenTelemetry exports. */
  exportedSpans: 1e5,
  depth: 100
};
var keyPattern = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$/;
var lineOrControl = /[\p{Cc}\u2028\u2029]/u;
var half = "holds half of a character, an unpaired surrogate";
var unpaired = new RegExp("\\p{Surrogate}", "gu");
function refuseName(name) {
  if (typeof name !== "string") return "the name of a span is text";
  if (name.length === 0 || name.length > limits.nameLength) {
    return `the name of a span has 1 to ${limits.nameLength} characters, this one has ${name.length}`;
  }
  if (lineOrControl.test(name)) {
    return "the name of a span is one line without control characters";
  }
  if (name.search(unpaired) >= 0) return `the name of a span ${half}`;
  return void 0;
}
function refuseAnnotation(key, value) {
  if (key.length > limits.keyLength) {
    return `the annotation key "${key.slice(0, 20)}..." has ${key.length} characters, at most ${limits.keyLength} are allowed`;
  }
  if (!keyPattern.test(key)) {
    return `the annotation key "${key}" is not allowed: a letter or _ first, then letters, digits, _ . -`;
  }
  if (reservedKeys.has(key)) return `the annotation key "${key}" is reserved: choose another one`;
  if (typeof value === "string") {
    if (value.search(unpaired) >= 0) return `the value of annotation "${key}" ${half}`;
    if (value.length <= limits.valueLength) return void 0;
    return `the value of annotation "${key}" has ${value.length} characters, at most ${limits.valueLength} are allowed`;
  }
  if (typeof value === "boolean" || typeof value === "number" && Number.isFinite(value)) {
    return void 0;
  }
  return `the value of annotation "${key}" is neither text, a finite number, true nor false`;
}

// src/contract/units.ts
var writtenUnits = {
  ns: { value: 1, unit: "ns" },
  us: { value: 1e3, unit: "ns" },
  \u00B5s: { value: 1e3, unit: "ns" },
  // The Greek letter beside the micro sign above: keyboards give either.
  \u03BCs: { value: 1e3, unit: "ns" },
  ms: { value: 1e6, unit: "ns" },
  s: { value: 1e9, unit: "ns" },
  m: { value: 6e10, unit: "ns" },
  h: { value: 36e11, unit: "ns" },
  B: { value: 1, unit: "bytes" },
  kB: { value: 1e3, unit: "bytes" },
  MB: { value: 1e6, unit: "bytes" },
  GB: { value: 1e9, unit: "bytes" },
  KiB: { value: 2 ** 10, unit: "bytes" },
  MiB: { value: 2 ** 20, unit: "bytes" },
  GiB: { value: 2 ** 30, unit: "bytes" }
};
var unitNames = Object.keys(writtenUnits).filter(
  (name) => name !== "\u03BCs"
);
function readUnit(name) {
  if (name === "" || name === "count") return { value: 1, unit: "count" };
  if (name === "bytes") return { value: 1, unit: "bytes" };
  if (name === "min") return { value: 6e10, unit: "ns" };
  const known = name !== "m" && Object.hasOwn(writtenUnits, name) ? writtenUnits[name] : void 0;
  return known ?? { value: 1, unit: "count", unitName: name };
}
var steps = {
  ns: [
    [1, "ns"],
    [1e3, "\xB5s"],
    [1e6, "ms"],
    [1e9, "s"],
    [6e10, "min"],
    [36e11, "h"]
  ],
  bytes: [
    [1, "B"],
    [2 ** 10, "KiB"],
    [2 ** 20, "MiB"],
    [2 ** 30, "GiB"],
    [2 ** 40, "TiB"]
  ]
};

// src/contract/numbers.ts
var numberLimits = {
  nameLength: 60,
  /** Different names in one execution; each may become four metrics. */
  names: 40,
  /** Values in one execution, and values that an SDK keeps until it can send them. */
  values: 1e6,
  /** The largest value. */
  largest: 1e300
};
var namePattern = /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/;
var unitPattern = /^[A-Za-z%µ][A-Za-z0-9%µ/-]*( [A-Za-z0-9%µ/-]+)*$/;
var tailNames = /\.(p50|p90|p99|max|p10|p1|min)$/;
var longestUnit = 24;
var ownGroups = /* @__PURE__ */ new Set([
  ...builtInMetrics.map(({ name }) => name.split(".")[0] ?? ""),
  "syscalls"
]);
var quoted = (text) => JSON.stringify(text.slice(0, numberLimits.nameLength));
function refuseNumberName(name) {
  if (typeof name !== "string") return "the name of a number is text";
  if (name.length > numberLimits.nameLength) {
    return `the name ${quoted(name)}... has ${name.length} characters, at most ${numberLimits.nameLength} are allowed`;
  }
  if (!namePattern.test(name)) {
    return `the name ${quoted(name)} is not allowed: small letters, digits, _ and dots between words, e.g. cache.misses`;
  }
  if (ownGroups.has(name.split(".")[0] ?? "")) {
    return `the name ${quoted(name)} is one of Perigee's own metrics: choose another one`;
  }
  if (tailNames.test(name)) {
    return `the name ${quoted(name)} ends as the metrics of a distribution do: choose another one`;
  }
  return void 0;
}
function refuseUnit(unit) {
  if (unit === "" || typeof unit === "string" && readUnit(unit).unit !== "count")
    return void 0;
  if (typeof unit === "string" && unit.length <= longestUnit && unitPattern.test(unit)) {
    return void 0;
  }
  return `a unit is text of at most ${longestUnit} letters, digits, % / and hyphens, e.g. ms, kB, ops/s`;
}
function refuseValue(value) {
  if (typeof value === "number" && value >= 0 && value <= numberLimits.largest) return void 0;
  return "a value is a finite number, 0 or more";
}

// src/profile/sdk/share-in-process.ts
import { AsyncLocalStorage } from "node:async_hooks";
function shareInProcess(name, make) {
  const key = /* @__PURE__ */ Symbol.for(`perigee.1.${name}`);
  const known = Reflect.get(AsyncLocalStorage, key);
  if (known !== void 0) return known;
  const made = make();
  Reflect.defineProperty(AsyncLocalStorage, key, { value: made });
  return made;
}

// src/profile/sdk/number-buffer.ts
var valuesPerMessage = 2400;
var state = shareInProcess("numbers", () => ({
  meanings: /* @__PURE__ */ new Map(),
  waiting: 0,
  lastId: 0,
  unsent: /* @__PURE__ */ new Set()
}));
var { meanings, unsent } = state;
function fail(text) {
  throw new TypeError(`Perigee: ${text}`);
}
var NumberBuffer = class {
  #kept = /* @__PURE__ */ new Map();
  keep(name, value, options) {
    const kept = this.#kept.get(name) ?? this.#open(name, options);
    if (options !== void 0) agree(name, options);
    if (typeof value === "number") {
      if (!(value >= 0 && value <= numberLimits.largest)) fail(`${name}: ${refuseValue(value)}`);
      if (state.waiting >= numberLimits.values) kept.left += 1;
      else {
        kept.values.push(value);
        kept.counts?.push(1);
        state.waiting += 1;
      }
    } else keepMany(name, kept, value);
  }
  /** Takes everything out to be sent: `sendBatches` sends it, and `listUnsent` names it until then. */
  take(ofSpan) {
    const batches = [...this.#kept].map(([name, kept]) => ({
      head: { op: "record", ...ofSpan, name, ...meanings.get(name) },
      kept
    }));
    this.#kept.clear();
    for (const batch of batches) unsent.add(batch);
    return batches;
  }
  #open(name, options = {}) {
    if (!meanings.has(name)) {
      const refusal = refuseNumberName(name) ?? refuseUnit(options.unit ?? "");
      if (refusal !== void 0) fail(refusal);
      const { unit } = options;
      const direction = options.direction;
      if (direction !== void 0 && direction !== "lower" && direction !== "higher") {
        fail('the direction of a number is "lower" or "higher"');
      }
      meanings.set(name, { unit, direction });
    }
    const kept = { values: [], distribution: false, left: 0 };
    this.#kept.set(name, kept);
    return kept;
  }
};
async function sendBatches(connection, batches) {
  for (const batch of batches) {
    if (!await sendBatch(connection, batch)) break;
    forgetBatches([batch]);
  }
  forgetBatches(batches);
}
function forgetBatches(batches) {
  for (const batch of batches) if (unsent.delete(batch)) state.waiting -= batch.kept.values.length;
}
function listUnsent() {
  return [...unsent].filter(({ kept }) => kept.values.length + kept.left > 0).map(({ head, kept }) => {
    const { distribution, left, values } = kept;
    return {
      ...head,
      id: state.lastId += 1,
      values: [],
      total: values.length,
      distribution,
      left
    };
  });
}
async function sendBatch(connection, { head, kept }) {
  const { counts, values, distribution } = kept;
  const size = counts === void 0 ? valuesPerMessage : valuesPerMessage / 2;
  let { left } = kept;
  let total = values.length;
  for (let from = 0; from < values.length || left > 0; from += size) {
    const message = {
      ...{ ...head, id: state.lastId += 1, values: values.slice(from, from + size) },
      ...{ total, distribution, left },
      ...counts === void 0 ? {} : { counts: counts.slice(from, from + size) }
    };
    left = 0;
    total = 0;
    try {
      if (await connection.request(message) === void 0) return false;
    } catch {
      return true;
    }
  }
  return true;
}
function agree(name, { unit, direction }) {
  const known = meanings.get(name);
  if (unit !== void 0 && unit !== known?.unit) {
    fail(`${name} was recorded in ${known?.unit ?? "no unit"} before, and now in ${unit}`);
  }
  if (direction !== void 0 && direction !== known?.direction) {
    fail(`${name} was recorded with another direction before: name the same one each time`);
  }
}
function withoutEmpty(name, { values, counts }) {
  if (!Array.isArray(values)) fail(`${name}: a value is a number, a list, or values and counts`);
  if (!Array.isArray(counts) || counts.length !== values.length) {
    fail(`${name}: a histogram has one count for each value`);
  }
  if (!counts.every((count) => Number.isSafeInteger(count) && count >= 0)) {
    fail(`${name}: a count is a whole number, 0 or more`);
  }
  const isFull = (_, place) => counts[place] !== 0;
  return { values: values.filter(isFull), counts: counts.filter(isFull) };
}
function keepMany(name, kept, many) {
  const { values, counts } = Array.isArray(many) ? { values: many, counts: void 0 } : withoutEmpty(name, many);
  for (const value of values) {
    const refusal = refuseValue(value);
    if (refusal !== void 0) fail(`${name}: ${refusal}`);
  }
  const taken = Math.min(values.length, numberLimits.values - state.waiting);
  if (counts !== void 0) kept.counts ??= new Array(kept.values.length).fill(1);
  for (let i = 0; i < taken; i += 1) {
    kept.values.push(values[i]);
    kept.counts?.push(counts?.[i] ?? 1);
  }
  state.waiting += taken;
  kept.left += values.length - taken;
  kept.distribution = true;
}

// src/profile/sdk/spans-in-process.ts
import { AsyncLocalStorage as AsyncLocalStorage2 } from "node:async_hooks";
var state2 = shareInProcess("spans", () => ({
  current: new AsyncLocalStorage2(),
  cases: /* @__PURE__ */ new Set(),
  lastId: 0,
  ofWholeTest: new NumberBuffer(),
  isWatched: false
}));
function innermost() {
  let span = state2.current.getStore();
  while (span?.hasEnded === true) span = span.parent;
  if (span !== void 0 || state2.cases.size !== 1) return span;
  const [only] = state2.cases;
  return only;
}

// src/profile/sdk/measure-span.ts
var path = process.env["PERIGEE_SOCKET"];
var isCounted = process.env["PERIGEE_COUNTED"] === "1";
var readMs = performance.now.bind(performance);
var outer = process.env["PERIGEE_SPAN"];
async function measureSpan(name, body, ofCase = {}) {
  if (path === void 0) return body();
  const refusal = refuseName(name);
  if (refusal !== void 0) throw new TypeError(`Perigee: ${refusal}`);
  const connection = await (state2.connecting ??= connectCollector(path));
  if (connection === void 0)
    return state2.current.run({ id: 0, annotations: {}, count: 0 }, body);
  return measure(connection, name, body, ofCase);
}
async function measure(connection, name, body, { expectedFailure, ...ofCase }) {
  const around = innermost();
  const span = { id: state2.lastId += 1, annotations: {}, count: 0, parent: around };
  const { id, annotations } = span;
  const begin = {
    ...{ op: "begin", id, span: name, ...ofCase, parent: around?.id ?? outer },
    ...isCounted ? {} : { pid: process.pid, switches: readSwitches() }
  };
  await connection.request(begin);
  const startMs = readMs();
  const readLatency = () => isCounted ? 1 : Math.round((readMs() - startMs) * 1e6);
  let result;
  try {
    result = await state2.current.run(span, body);
  } catch (error) {
    span.hasEnded = true;
    const failed = { op: "end", id, latencyNs: readLatency(), failed: true };
    await connection.request(failed).catch(() => void 0);
    throw error;
  }
  const latencyNs = readLatency();
  span.hasEnded = true;
  const batches = span.numbers?.take({ span: name, ...ofCase, expectedFailure, annotations }) ?? [];
  try {
    await connection.request({
      op: "end",
      id,
      latencyNs,
      annotations,
      expectedFailure,
      ...isCounted ? {} : { switches: readSwitches() }
    });
    await sendBatches(connection, batches);
  } finally {
    forgetBatches(batches);
  }
  return result;
}
function readSwitches() {
  const usage = process.resourceUsage();
  return {
    voluntary: usage.voluntaryContextSwitches,
    involuntary: usage.involuntaryContextSwitches
  };
}

// src/profile/sdk.ts
function profile(name, body) {
  return measureSpan(name, body);
}
function annotate(key, value) {
  if (path === void 0) return;
  const refusal = refuseAnnotation(key, value);
  if (refusal !== void 0) throw new TypeError(`Perigee: ${refusal}`);
  const span = innermost();
  if (span === void 0) {
    throw new Error(
      `Perigee: annotate("${key}", ...) was called outside a span: call it in profile()`
    );
  }
  if (!Object.hasOwn(span.annotations, key)) span.count += 1;
  if (span.count > limits.annotationsPerSpan) {
    throw new Error(`Perigee: a span has at most ${limits.annotationsPerSpan} annotations`);
  }
  span.annotations[key] = value;
}
function record(name, value, options) {
  if (path === void 0) return;
  const span = innermost();
  if (span === void 0) {
    state2.ofWholeTest.keep(name, value, options);
    state2.flushing ??= flushSoon(path);
  } else if (span.id !== 0) (span.numbers ??= new NumberBuffer()).keep(name, value, options);
}
async function flushSoon(collector) {
  const connection = await (state2.connecting ??= connectCollector(collector));
  state2.flushing = void 0;
  const batches = state2.ofWholeTest.take({ parent: outer });
  if (connection === void 0) forgetBatches(batches);
  else await sendBatches(connection, batches);
}
if (path !== void 0 && !state2.isWatched) {
  state2.isWatched = true;
  process.once("exit", () => {
    state2.ofWholeTest.take({ parent: outer });
    const lost = listUnsent();
    if (lost.length === 0) return;
    try {
      appendFileSync(
        `${path}.lost`,
        lost.map((message) => `${JSON.stringify(message)}
`).join("")
      );
    } catch {
    }
    process.stderr.write(
      "Perigee: recorded numbers were lost, because the process exited before they were sent: let it end by itself instead of process.exit()\n"
    );
  });
}
export {
  annotate,
  profile,
  record
};
