import {
  resolveThrough
} from "./chunk-chunk-2VGMMXAG.mjs";
import {
  cases,
  isWanted
} from "./chunk-chunk-MCJAXHTY.mjs";

// src/contract/user-error.ts
var exitCode = {
  nothingRegressed: 0,
  regressed: 1,
  wrongUsage: 2,
  couldNotMeasure: 3,
  undecided: 4
};
var UserError = class extends Error {
  name = "UserError";
  facts;
  constructor(facts) {
    super([facts, ...facts.others ?? []].map(describe).join("\n"), { cause: facts.cause });
    this.facts = facts;
  }
  get exitCode() {
    return this.facts.exitCode ?? exitCode.wrongUsage;
  }
};
function describe({ where, seen, expected, also = [], remedy }) {
  const lines = [`${where === void 0 ? "" : `${where}: `}${seen}`];
  if (expected !== void 0) lines.push(`  expected: ${expected}`);
  for (const other of also) lines.push(`  also: ${other}`);
  if (remedy !== void 0) lines.push(`  to do: ${remedy}`);
  return lines.join("\n");
}

// src/profile/cases/build-junit.ts
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
var sources = fileURLToPath(new URL("../../sdk/java/src", import.meta.url));
var oldest = "16";
function buildJunit(directory) {
  const files = ["main/java/perigee", "junit/java/perigee"].flatMap(
    (folder) => readdirSync(join(sources, folder)).map((name2) => join(sources, folder, name2))
  );
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  const target = join(directory, ".perigee", `junit-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(target)) return target;
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}-`);
  try {
    compile(files, draft);
    cpSync(join(sources, "junit/resources"), draft, { recursive: true });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(target)) throw error;
  }
  return target;
}
function compile(files, target) {
  const home = process.env["JAVA_HOME"] ?? "";
  const javac = home === "" ? "javac" : join(home, "bin/javac");
  const { error, status, stderr } = spawnSync(
    javac,
    [
      ...["--release", oldest, "-proc:none", "-implicit:none", "-nowarn", "-d", target],
      ...["-sourcepath", join(sources, "junit/interfaces"), ...files]
    ],
    { encoding: "utf8" }
  );
  if (error === void 0 && status === 0) return;
  throw new UserError({
    seen: `${javac} could not compile Perigee's listener for JUnit: ${(error?.message ?? stderr).trim()}`,
    expected: `a JDK ${oldest} or newer`,
    remedy: "install one and let JAVA_HOME name it, or read the XML of an older one: results with format: junit"
  });
}

// src/profile/cases/run-jest.ts
import { mkdtempSync as mkdtempSync2, readFileSync as readFileSync3, rmSync as rmSync2 } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join as join2 } from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";

// src/profile/cases/require-runner.ts
import { readFileSync as readFileSync2 } from "node:fs";
function findRunner(name2, oldest2, directory) {
  const file = resolveThrough([`${name2}/package.json`], directory);
  const needs = `${name2} ${oldest2} or newer`;
  if (file === void 0) {
    throw new UserError({
      seen: `${name2} is not installed in ${directory}`,
      expected: needs,
      remedy: `install the project's packages in "setup" of perigee.yml, e.g. [npm, ci], and set "directory" of the test to the folder that has ${name2}`
    });
  }
  const { version = "0" } = JSON.parse(readFileSync2(file, "utf8"));
  if (isOlder(version, oldest2)) {
    throw new UserError({
      seen: `${name2} ${version} is too old`,
      expected: needs,
      remedy: `update ${name2}, or write a command in place of "runner" and mark spans in the tests`
    });
  }
  return file;
}
function isOlder(version, oldest2) {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [leastMajor = 0, leastMinor = 0] = oldest2.split(".").map(Number);
  return major < leastMajor || major === leastMajor && minor < leastMinor;
}
function refuseNoFiles(runner2, pattern2, directory) {
  throw new UserError({
    seen: `no test file of ${runner2} in ${directory} fits the pattern ${pattern2}`,
    expected: `paths relative to that folder, of files that ${runner2} runs by itself`,
    remedy: 'correct "pattern" in perigee.yml, or leave it out to run all test files'
  });
}

// src/profile/cases/whole-run.ts
import { writeSync } from "node:fs";
var hasEnded = false;
var hasFailed = false;
function expectEnd(runner2) {
  process.once("exit", (code) => {
    if (code !== 0) return;
    if (!hasEnded) {
      fail(
        `${runner2} ended before it had run all test cases: the process exited, or nothing was left to wait for`
      );
    }
    if (hasFailed) process.exit(1);
  });
}
function endRun(runner2, passed, measured) {
  hasEnded = true;
  if ((process.exitCode ?? 0) !== 0) return true;
  if (passed === 0)
    fail(`${runner2} ran no test case that passed: all are skipped, or none was found`);
  else if (measured < passed) {
    fail(
      `${runner2} passed ${passed} test cases, and Perigee could measure ${measured}: a runner, pool or environment of the project's own configuration runs the others`
    );
  } else return true;
  return false;
}
function fail(why) {
  hasFailed = true;
  writeSync(2, `Perigee: ${why}
`);
  process.exitCode = 1;
}

// src/profile/cases/run-jest.ts
var runner = fileURLToPath2(new URL("jest-runner.mjs", import.meta.url));
async function runJest(pattern2, directory) {
  const found = createRequire(findRunner("jest", "27", directory));
  const { run } = found("jest");
  const files = pattern2 === "**" ? [] : [toExpression(pattern2, directory)];
  const options = ["--runInBand", "--coverage=false", "--passWithNoTests=false"];
  const folder = mkdtempSync2(join2(tmpdir(), "perigee-jest-"));
  const results = join2(folder, "results.json");
  try {
    const told = ["--json", `--outputFile=${results}`];
    await run([...options, ...told, `--testRunner=${runner}`, "--", ...files]);
    if ((process.exitCode ?? 0) === 0) endRun("jest", countPassed(results), cases.passed);
  } finally {
    rmSync2(folder, { recursive: true });
  }
}
function countPassed(results) {
  const { numPassedTests } = JSON.parse(readFileSync3(results, "utf8"));
  return numPassedTests;
}
function toExpression(pattern2, directory) {
  const escape = (text) => text.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  const path = escape(pattern2).replaceAll(/(^|\/)\*\*\//g, "$1\0").replaceAll("**", "").replaceAll("*", "[^/]*").replaceAll("\0", "(?:.*/)?").replaceAll("", ".*");
  return `^${escape(directory)}/${path}$`;
}

// src/profile/cases/run-junit.ts
import { spawnSync as spawnSync2 } from "node:child_process";
import { existsSync as existsSync2, mkdtempSync as mkdtempSync3, rmSync as rmSync3 } from "node:fs";
import { tmpdir as tmpdir2 } from "node:os";
import { join as join3 } from "node:path";
import { fileURLToPath as fileURLToPath3 } from "node:url";
var initScript = fileURLToPath3(
  new URL("../../sdk/java/src/junit/perigee.gradle", import.meta.url)
);
function runJunit(pattern2, directory) {
  const [program = "", ...args] = startBuild(directory);
  const classes = buildJunit(directory);
  const folder = mkdtempSync3(join3(tmpdir2(), "perigee-junit-"));
  const ran = join3(folder, "ran");
  const environment = {
    ...process.env,
    PERIGEE_JUNIT_CLASSES: classes,
    PERIGEE_JUNIT_RAN: ran,
    PERIGEE_PATTERN: pattern2
  };
  try {
    const { error, status } = spawnSync2(
      program,
      args.map((arg) => arg.replace("{classes}", classes)),
      { cwd: directory, env: environment, stdio: ["ignore", "inherit", "inherit"] }
    );
    if (error !== void 0) refuseTool(program, error);
    if (status !== 0) process.exitCode = 1;
    else if (!existsSync2(ran)) refuseNoCases(program, pattern2);
  } finally {
    rmSync3(folder, { recursive: true });
  }
}
function startBuild(directory) {
  const has = (file) => existsSync2(join3(directory, file));
  const tool = (wrapper, program) => has(wrapper) ? join3(directory, wrapper) : program;
  if (has("pom.xml")) return [tool("mvnw", "mvn"), ...ofMaven, "test"];
  if (["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].some(has)) {
    return [tool("gradlew", "gradle"), ...ofGradle, "test"];
  }
  throw new UserError({
    seen: `no pom.xml and no build.gradle in ${directory}`,
    expected: "a project of Maven or Gradle",
    remedy: 'set "directory" of the test to its folder; for any other build, see "Use your own command" in docs/test-runners.md'
  });
}
var ofMaven = [
  ...["-B", "-T", "1", "-Dmaven.test.additionalClasspath={classes}"],
  ...["-DforkCount=1", "-DreuseForks=true", "-DfailIfNoTests=false"],
  ...["-Djacoco.skip=true", "-Dmaven.build.cache.enabled=false"]
];
var ofGradle = [
  ...["--no-daemon", "--no-parallel", "--no-build-cache", "--console=plain"],
  ...["--init-script", initScript]
];
function refuseTool(program, cause) {
  throw new UserError({
    seen: `${program} could not be started: ${cause.message}`,
    expected: "Maven or Gradle, or the wrapper of the project",
    remedy: "install it, or commit mvnw or gradlew and make it executable"
  });
}
function refuseNoCases(program, pattern2) {
  throw new UserError({
    seen: `${program} ran no test of the JUnit Platform in a class that fits the pattern ${pattern2}`,
    expected: "tests of JUnit 5.8 or newer, or of JUnit 4 by its vintage engine, in classes such as org/example/e2e/SyncTest",
    remedy: 'correct "pattern" in perigee.yml; Surefire must be 3.0 or newer (without a pattern 2.22), and its additionalClasspathElements not be set in the POM'
  });
}

// src/profile/cases/run-mocha.ts
import { existsSync as existsSync3, readdirSync as readdirSync2 } from "node:fs";
import { createRequire as createRequire2 } from "node:module";
import { dirname as dirname2, join as join4 } from "node:path";
import { fileURLToPath as fileURLToPath4, pathToFileURL } from "node:url";
var hooks = fileURLToPath4(new URL("mocha-hooks.mjs", import.meta.url));
async function runMocha(pattern2, directory) {
  const found = findRunner("mocha", "9.2", directory);
  const { loadOptions, main } = await loadProgram(join4(dirname2(found), "lib/cli"));
  followRun(createRequire2(found)("mocha").Runner);
  const options = loadOptions([]);
  options.require = [hooks, ...options.require ?? []];
  options.parallel = false;
  if (pattern2 !== "**") {
    const files = listFiles(directory, pattern2, options.extension);
    if (files.length === 0) refuseNoFiles("mocha", pattern2, directory);
    delete options.spec;
    options._ = files;
  }
  main([], options);
}
async function loadProgram(folder) {
  const load = async (file) => {
    const loaded = await import(pathToFileURL(file).href);
    return loaded.default ?? loaded;
  };
  const options = join4(folder, "options.cjs");
  const program = await load(join4(folder, "cli.js"));
  return { ...program, ...existsSync3(options) ? await load(options) : {} };
}
function followRun({ prototype }) {
  const run = prototype.run;
  prototype.run = function(...args) {
    let passed = 0;
    this.on("pass", () => passed += 1);
    this.once("end", () => {
      if (this.failures > 0) process.exitCode = 1;
      if (!endRun("mocha", passed, cases.passed)) this.failures += 1;
    });
    return run.apply(this, args);
  };
}
function listFiles(directory, pattern2, extensions) {
  const kept = (name2) => extensions.some((extension) => name2.endsWith(`.${extension.replace(/^\./, "")}`));
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync2(join4(directory, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== ".git") walk(path);
      else if (entry.isFile() && kept(path) && isWanted(path, pattern2)) found.push(path);
    }
  };
  walk("");
  return found.sort();
}

// src/profile/cases/run-vitest.ts
import { createRequire as createRequire3 } from "node:module";
import { dirname as dirname3, join as join5, relative, sep } from "node:path";
import { fileURLToPath as fileURLToPath5, pathToFileURL as pathToFileURL2 } from "node:url";
var hooks2 = fileURLToPath5(new URL("vitest-hooks.mjs", import.meta.url));
async function runVitest(pattern2, directory) {
  const found = findRunner("vitest", "3.2", directory);
  const entry = createRequire3(found).resolve("vitest/node");
  const { createVitest } = await import(pathToFileURL2(entry).href);
  process.env["PERIGEE_CASES"] = new URL("measure-case.mjs", import.meta.url).href;
  process.env["PERIGEE_VITEST"] = pathToFileURL2(join5(dirname3(found), "dist/index.js")).href;
  const vitest = await createVitest("test", {
    ...{ watch: false, run: true, fileParallelism: false, coverage: { enabled: false } }
  });
  try {
    const all = await vitest.globTestSpecifications();
    const wanted = all.filter(
      ({ moduleId, pool }) => pool !== "typescript" && isWanted(relative(directory, moduleId).replaceAll(sep, "/"), pattern2)
    );
    if (wanted.length === 0) refuseNoFiles("vitest", pattern2, directory);
    if (wanted.some(({ project }) => project.config.browser?.enabled === true)) refuseBrowser();
    for (const { config, vite } of vitest.projects) {
      config.setupFiles.unshift(hooks2);
      vite.config.server.fs.allow.push(dirname3(hooks2));
    }
    await (vitest.standalone?.() ?? vitest.init?.());
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, true);
    const isOk = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    if (!isOk) process.exitCode = 1;
    const passed = testModules.flatMap(({ children }) => [...children.allTests()]).filter((one) => one.result().state === "passed");
    endRun("vitest", passed.length, passed.filter((one) => one.meta().perigee === true).length);
  } finally {
    await vitest.close();
  }
}
function refuseBrowser() {
  throw new UserError({
    seen: "vitest runs these test files in a browser (browser.enabled)",
    expected: "test files that Vitest runs in Node",
    remedy: 'choose others by "pattern", or measure the whole test: write a command in place of "runner"'
  });
}

// src/profile/cases/main.ts
var runners = {
  vitest: runVitest,
  jest: runJest,
  mocha: runMocha,
  junit: runJunit,
  // For commands of users: what they put on the class path.
  "junit-classes": (_, directory) => console.log(buildJunit(directory))
};
var [, , name = "", pattern = "**"] = process.argv;
if (name in { vitest: 0, jest: 0, mocha: 0 }) expectEnd(name);
try {
  await runners[name]?.(pattern, process.cwd());
} catch (error) {
  console.error(error instanceof UserError ? `Perigee: ${error.message}` : error);
  process.exitCode = 1;
}
