import {
  resolveThrough
} from "./chunk-chunk-2VGMMXAG.mjs";
import {
  isWanted
} from "./chunk-chunk-HMH6VPZQ.mjs";

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

// src/profile/cases/run-jest.ts
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

// src/profile/cases/require-runner.ts
import { readFileSync } from "node:fs";
function findRunner(name2, oldest, directory) {
  const file = resolveThrough([`${name2}/package.json`], directory);
  const needs = `${name2} ${oldest} or newer`;
  if (file === void 0) {
    throw new UserError({
      seen: `${name2} is not installed in ${directory}`,
      expected: needs,
      remedy: `install the project's packages in "setup" of perigee.yml, e.g. [npm, ci], and set "directory" of the test to the folder that has ${name2}`
    });
  }
  const { version = "0" } = JSON.parse(readFileSync(file, "utf8"));
  if (isOlder(version, oldest)) {
    throw new UserError({
      seen: `${name2} ${version} is too old`,
      expected: needs,
      remedy: `update ${name2}, or write a command in place of "runner" and mark spans in the tests`
    });
  }
  return file;
}
function isOlder(version, oldest) {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [leastMajor = 0, leastMinor = 0] = oldest.split(".").map(Number);
  return major < leastMajor || major === leastMajor && minor < leastMinor;
}
function refuseNoFiles(runner2, pattern2, directory) {
  throw new UserError({
    seen: `no test file of ${runner2} in ${directory} fits the pattern ${pattern2}`,
    expected: `paths relative to that folder, of files that ${runner2} runs by itself`,
    remedy: 'correct "pattern" in perigee.yml, or leave it out to run all test files'
  });
}

// src/profile/cases/run-jest.ts
var runner = fileURLToPath(new URL("jest-runner.mjs", import.meta.url));
async function runJest(pattern2, directory) {
  const found = createRequire(findRunner("jest", "27", directory));
  const { run } = found("jest");
  const files = pattern2 === "**" ? [] : [toExpression(pattern2, directory)];
  const options = ["--runInBand", "--coverage=false", "--passWithNoTests=false"];
  await run([...options, `--testRunner=${runner}`, "--", ...files]);
}
function toExpression(pattern2, directory) {
  const escape = (text) => text.replaceAll(/[.+^${}()|[\]\\]/g, "\\$&");
  const path = escape(pattern2).replaceAll(/(^|\/)\*\*\//g, "$1\0").replaceAll("**", "").replaceAll("*", "[^/]*").replaceAll("\0", "(?:.*/)?").replaceAll("", ".*");
  return `^${escape(directory)}/${path}$`;
}

// src/profile/cases/run-mocha.ts
import { readdirSync } from "node:fs";
import { createRequire as createRequire2 } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath as fileURLToPath2 } from "node:url";
var hooks = fileURLToPath2(new URL("mocha-hooks.mjs", import.meta.url));
async function runMocha(pattern2, directory) {
  const found = findRunner("mocha", "9.2", directory);
  const { loadOptions, main } = createRequire2(found)(
    join(dirname(found), "lib/cli/cli.js")
  );
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
function listFiles(directory, pattern2, extensions) {
  const kept = (name2) => extensions.some((extension) => name2.endsWith(`.${extension.replace(/^\./, "")}`));
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
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
import { relative, sep } from "node:path";
import { fileURLToPath as fileURLToPath3, pathToFileURL } from "node:url";
var hooks2 = fileURLToPath3(new URL("vitest-hooks.mjs", import.meta.url));
async function runVitest(pattern2, directory) {
  const entry = createRequire3(findRunner("vitest", "3.2", directory)).resolve("vitest/node");
  const { createVitest } = await import(pathToFileURL(entry).href);
  process.env["PERIGEE_CASES"] = new URL("measure-case.mjs", import.meta.url).href;
  const options = {
    ...{ watch: false, run: true, fileParallelism: false, coverage: { enabled: false } },
    server: { deps: { inline: [hooks2] } }
  };
  const plugin = {
    name: "perigee",
    // Before the setup files of the project, and in each of its projects.
    configureVitest: ({ project }) => {
      project.config.setupFiles.unshift(hooks2);
    }
  };
  const vitest = await createVitest("test", options, { plugins: [plugin] });
  try {
    const all = await vitest.globTestSpecifications();
    const wanted = all.filter(
      ({ moduleId }) => isWanted(relative(directory, moduleId).replaceAll(sep, "/"), pattern2)
    );
    if (wanted.length === 0) refuseNoFiles("vitest", pattern2, directory);
    await (vitest.standalone?.() ?? vitest.init?.());
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted, true);
    const isOk = testModules.every((module) => module.ok()) && unhandledErrors.length === 0;
    if (!isOk) process.exitCode = 1;
  } finally {
    await vitest.close();
  }
}

// src/profile/cases/main.ts
var runners = {
  vitest: runVitest,
  jest: runJest,
  mocha: runMocha
};
var [, , name = "", pattern = "**"] = process.argv;
try {
  await runners[name]?.(pattern, process.cwd());
} catch (error) {
  console.error(error instanceof UserError ? `Perigee: ${error.message}` : error);
  process.exitCode = 1;
}
