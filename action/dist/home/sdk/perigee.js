// src/profile/sdk.ts
import { AsyncLocalStorage } from "node:async_hooks";

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
      if (socket.destroyed || !socket.writable) return false;
      socket.ref();
      const answer = await new Promise((resolve) => {
        waiting.push(resolve);
        socket.write(`${JSON.stringify(message)}
`);
      });
      if (answer?.ok === false) throw new Error(`Perigee: ${answer.error ?? "refused"}`);
      return answer !== void 0;
    }
  };
}

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
  depth: 100
};
var reservedKeys = new Set(
  "after annotations before branch commit host kind metric occurrences order outcome parent platform repeat repository series shard side source span suite test time timestamp unit value".split(" ")
);
var keyPattern = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_.-]*$/;
var lineOrControl = /[\p{Cc}\u2028\u2029]/u;
function refuseName(name) {
  if (typeof name !== "string") return "the name of a span is text";
  if (name.length === 0 || name.length > limits.nameLength) {
    return `the name of a span has 1 to ${limits.nameLength} characters, this one has ${name.length}`;
  }
  if (lineOrControl.test(name)) {
    return "the name of a span is one line without control characters";
  }
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
    if (value.length <= limits.valueLength) return void 0;
    return `the value of annotation "${key}" has ${value.length} characters, at most ${limits.valueLength} are allowed`;
  }
  if (typeof value === "boolean" || typeof value === "number" && Number.isFinite(value)) {
    return void 0;
  }
  return `the value of annotation "${key}" is neither text, a finite number, true nor false`;
}

// src/profile/sdk.ts
var path = process.env["PERIGEE_SOCKET"];
var current = new AsyncLocalStorage();
var connecting;
var lastId = 0;
async function profile(name, body) {
  if (path === void 0) return body();
  const refusal = refuseName(name);
  if (refusal !== void 0) throw new TypeError(`Perigee: ${refusal}`);
  const connection = await (connecting ??= connectCollector(path));
  if (connection === void 0) return current.run({ id: 0, annotations: {}, count: 0 }, body);
  return measure(connection, name, body);
}
function annotate(key, value) {
  if (path === void 0) return;
  const refusal = refuseAnnotation(key, value);
  if (refusal !== void 0) throw new TypeError(`Perigee: ${refusal}`);
  const span = current.getStore();
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
async function measure(connection, name, body) {
  const parent = current.getStore()?.id;
  const span = { id: lastId += 1, annotations: {}, count: 0 };
  const { id, annotations } = span;
  const begin = { op: "begin", id, span: name, parent, pid: process.pid, switches: readSwitches() };
  await connection.request(begin);
  const startNs = process.hrtime.bigint();
  const readLatency = () => Number(process.hrtime.bigint() - startNs);
  let result;
  try {
    result = await current.run(span, body);
  } catch (error) {
    const failed = { op: "end", id, latencyNs: readLatency(), failed: true };
    await connection.request(failed).catch(() => false);
    throw error;
  }
  const latencyNs = readLatency();
  await connection.request({ op: "end", id, latencyNs, annotations, switches: readSwitches() });
  return result;
}
function readSwitches() {
  const usage = process.resourceUsage();
  return {
    voluntary: usage.voluntaryContextSwitches,
    involuntary: usage.involuntaryContextSwitches
  };
}
export {
  annotate,
  profile
};
