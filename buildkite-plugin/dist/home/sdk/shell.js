// src/profile/shell.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { parseArgs } from "node:util";

// src/profile/sdk/connection.ts
async function connectCollector(path) {
  const { connect: connect2 } = await import("node:net");
  const socket = connect2(path);
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

// src/profile/shell.ts
var wrongUsage = 2;
var shellBase = 128;
var passedOn = ["SIGHUP", "SIGINT", "SIGTERM"];
async function runShell(args, environment) {
  try {
    const [command, ...rest] = args;
    if (command === "span") return await span(rest, environment);
    if (command === "record") return await record(rest, environment);
    throw new Error(
      "only `span` and `record` are here; for the other commands install the npm package perigee"
    );
  } catch (error) {
    process.stderr.write(`perigee: ${error.message.replace(/^Perigee: /, "")}
`);
    return wrongUsage;
  }
}
async function span(args, environment) {
  const dashes = args.indexOf("--");
  const command = dashes === -1 ? [] : args.slice(dashes + 1);
  const { positionals, values } = parseArgs({
    args: args.slice(0, Math.max(dashes, 0)),
    allowPositionals: true,
    options: { annotate: { type: "string", multiple: true, default: [] } }
  });
  const [name] = positionals;
  if (name === void 0 || positionals.length > 1 || command.length === 0) {
    throw new Error("write perigee span <name> [--annotate <key=value>]... -- <command>");
  }
  const annotations = Object.fromEntries(values.annotate.map(readAnnotation));
  const connection = await connect(environment);
  if (connection === void 0) return run(command, environment);
  return measure(connection, name, annotations, command, environment);
}
async function measure(connection, name, annotations, command, environment) {
  const id = 1;
  const begin = { op: "begin", id, span: name, parent: environment["PERIGEE_SPAN"] };
  const answer = await connection.request(begin);
  const startNs = process.hrtime.bigint();
  const inside = { ...environment, PERIGEE_SPAN: answer?.key };
  const failed = { op: "end", id, failed: true };
  const status = await run(command, inside).catch(async (error) => {
    await connection.request({ ...failed, latencyNs: 0 });
    throw error;
  });
  const latencyNs = Number(process.hrtime.bigint() - startNs);
  if (status === 0) await connection.request({ op: "end", id, latencyNs, annotations });
  else await connection.request({ ...failed, latencyNs });
  return status;
}
async function run(command, environment) {
  const [program = "", ...args] = command;
  let child;
  const passOn = (signal) => void child?.kill(signal);
  for (const signal of passedOn) process.on(signal, passOn);
  try {
    const start = { stdio: "inherit", env: environment };
    child = isBatchFile(program) ? void 0 : spawn(program, args, start);
    if (process.platform === "win32" && child?.pid === void 0) {
      child?.on("error", () => void 0);
      const line = ["/d", "/s", "/c", `"${lineOfBatchFile(command)}"`];
      child = spawn("cmd.exe", line, { ...start, windowsVerbatimArguments: true });
    }
    const [status, signal] = await once(child, "close");
    return status ?? shellBase + constants.signals[signal ?? "SIGKILL"];
  } catch (error) {
    throw new Error(`${program} cannot be started: ${error.message}`, { cause: error });
  } finally {
    for (const signal of passedOn) process.off(signal, passOn);
  }
}
function isBatchFile(program) {
  return process.platform === "win32" && /\.(bat|cmd)$/i.test(program);
}
function lineOfBatchFile([program = "", ...args]) {
  const escape = (text) => text.replaceAll(/[()%!^"<>&|;, *?[\]`]/g, "^$&");
  const quoted = args.map(
    (text) => `"${text.replaceAll(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, "$1$1")}"`
  );
  return [escape(program), ...quoted.map((text) => escape(escape(text)))].join(" ");
}
async function record(args, environment) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { unit: { type: "string" }, direction: { type: "string" } }
  });
  const [name, ...texts] = positionals;
  if (name === void 0 || texts.length === 0) {
    throw new Error("write perigee record <name> <value>... [--unit <unit>] [--direction higher]");
  }
  const numbers = texts.map(readValue);
  const connection = await connect(environment);
  await connection?.request({
    ...{ op: "record", id: 1, parent: environment["PERIGEE_SPAN"], name, ...values },
    ...{ values: numbers, distribution: numbers.length > 1 }
  }).catch(() => void 0);
  return 0;
}
async function connect(environment) {
  const path = environment["PERIGEE_SOCKET"];
  return path === void 0 ? void 0 : connectCollector(path);
}
function readValue(text) {
  const value = text.trim() === "" ? NaN : Number(text);
  if (value >= 0 && value <= Number.MAX_VALUE) return value;
  throw new Error(`${JSON.stringify(text)} is no value: a value is a finite number, 0 or more`);
}
function readAnnotation(text) {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key === void 0 || value === void 0) {
    throw new Error(`${JSON.stringify(text)} is no annotation: write key=value`);
  }
  if (value === "true" || value === "false") return [key, value === "true"];
  return [key, /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
}
export {
  lineOfBatchFile,
  runShell
};
