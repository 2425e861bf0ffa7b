// src/profile/cases/measure-case.ts
import { createHash, randomUUID } from "node:crypto";

// src/contract/match-paths.ts
var mostSteps = 5e5;
var stepsOfNewWay = 20;
function isRelevant(changedFiles, { paths, ignore }) {
  if (changedFiles === void 0 || paths === void 0 && ignore.length === 0) return true;
  const budget = { steps: mostSteps };
  const open = (pattern) => openPattern(pattern, budget);
  const wanted = (paths ?? ["**"]).map(open);
  const ignored = ignore.map(open);
  const fits = (patterns, file) => patterns.some((pattern) => pattern(file));
  return changedFiles.some((file) => {
    return fits(wanted, file) && !fits(ignored, file) || budget.steps <= 0;
  });
}
function readPattern(pattern) {
  const tokens = [];
  let at = 0;
  while (at < pattern.length) {
    const isStart = at === 0 || pattern[at - 1] === "/";
    if (isStart && pattern.startsWith("**/", at)) {
      tokens.push({ kind: "enter" }, { kind: "folders" });
      at += 3;
    } else if (pattern.startsWith("**", at)) {
      tokens.push({ kind: "any" });
      at += 2;
    } else {
      const text = pattern.charAt(at);
      tokens.push(text === "*" ? { kind: "star" } : { kind: "text", text });
      at += 1;
    }
  }
  return tokens;
}
function openPattern(pattern, budget) {
  let machine;
  const places = /* @__PURE__ */ new Map();
  const open = (states) => {
    const key = [...states].sort((a, b) => a - b).join();
    const known = places.get(key);
    if (known !== void 0) return known;
    const made = { states, next: /* @__PURE__ */ new Map() };
    places.set(key, made);
    return made;
  };
  const begin = () => {
    budget.steps -= stepsOfNewWay + pattern.length;
    const tokens = readPattern(pattern);
    const states = /* @__PURE__ */ new Set();
    enter(tokens, 0, states);
    return { tokens, start: open(states) };
  };
  return (path2) => {
    budget.steps -= 1;
    if (budget.steps <= 0) return false;
    const { tokens, start } = machine ??= begin();
    const sure = tokens.at(-1)?.kind === "any" ? tokens.length - 1 : -1;
    let place = start;
    for (let at = 0; at < path2.length; at++) {
      if (place.states.size === 0 || budget.steps <= 0) return false;
      if (place.states.has(sure)) return true;
      const code = path2.charCodeAt(at);
      let next = place.next.get(code);
      if (next === void 0) {
        const states = /* @__PURE__ */ new Set();
        for (const state3 of place.states) step(tokens, state3, path2.charAt(at), states);
        place.next.set(code, next = open(states));
        budget.steps -= stepsOfNewWay * (1 + place.states.size);
      }
      budget.steps -= 1;
      place = next;
    }
    return place.states.has(tokens.length);
  };
}
function enter(tokens, state3, states) {
  states.add(state3);
  switch (tokens[state3]?.kind) {
    case "star":
    case "any": {
      enter(tokens, state3 + 1, states);
      return;
    }
    case "enter":
      states.add(state3 + 1);
      {
        enter(tokens, state3 + 2, states);
        return;
      }
    case "folders":
    case "text":
    case void 0:
      return void 0;
  }
}
function step(tokens, state3, character, next) {
  const token = tokens[state3];
  switch (token?.kind) {
    case "text":
      if (token.text === character) enter(tokens, state3 + 1, next);
      return;
    case "star":
      if (character !== "/") enter(tokens, state3, next);
      return;
    case "any": {
      enter(tokens, state3, next);
      return;
    }
    case "folders":
      next.add(state3);
      if (character === "/") enter(tokens, state3 + 1, next);
      return;
    case "enter":
    case void 0:
      return void 0;
  }
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
var lineOrControl = /[\p{Cc}\u2028\u2029]/u;
var half = "holds half of a character, an unpaired surrogate";
var unpaired = new RegExp("\\p{Surrogate}", "gu");
function replaceHalves(text) {
  return text.replaceAll(unpaired, "\uFFFD");
}
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
async function runCase(body) {
  const span = state2.current.getStore();
  if (span === void 0) return body();
  state2.cases.add(span);
  try {
    return await body();
  } finally {
    state2.cases.delete(span);
  }
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

// src/profile/cases/measure-case.ts
var cases = shareInProcess("cases", () => ({ passed: 0 }));
async function measureCase({ path: path2, identity, isExpectedToFail = false }, body) {
  let outcome;
  const run = () => outcome ??= runCase(body);
  const inSpan = isExpectedToFail ? () => run().catch(() => void 0) : run;
  const ofCase = { case: identify(identity), expectedFailure: isExpectedToFail };
  await measureSpan(nameCase(path2), inSpan, ofCase).catch(() => void 0);
  if (isExpectedToFail) await run().catch(() => cases.passed += 1);
  const result = await run();
  cases.passed += 1;
  return result;
}
var identities = /* @__PURE__ */ new WeakMap();
function identify(object) {
  const known = identities.get(object) ?? randomUUID();
  identities.set(object, known);
  return known;
}
function nameCase(path2) {
  const plain = path2.join(" > ").replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  const name = replaceHalves(plain.trim());
  if (name.length <= limits.nameLength) return name === "" ? "unnamed" : name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  return `${replaceHalves(name.slice(0, limits.nameLength - 10))} #${hash}`;
}
function isWanted(file, pattern) {
  return isRelevant([file], { paths: [pattern], ignore: [] });
}

export {
  cases,
  measureCase,
  nameCase,
  isWanted
};
