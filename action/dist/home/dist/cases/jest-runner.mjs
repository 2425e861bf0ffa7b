import {
  requireThrough
} from "./chunk-chunk-2VGMMXAG.mjs";
import {
  measureCase
} from "./chunk-chunk-MCJAXHTY.mjs";

// src/profile/cases/jest-runner.ts
import { relative, sep } from "node:path";
var rootDescribe = "ROOT_DESCRIBE_BLOCK";
var runWithSpans = (globalConfig, config, environment, runtime, testPath, ...more) => {
  const jest = ["jest", "jest-cli", "jest-config", "jest-circus/runner"];
  const found = requireThrough(jest, config.rootDir);
  const run = "default" in found ? found.default : found;
  const file = relative(process.cwd(), testPath).replaceAll(sep, "/");
  const own = environment.handleTestEvent?.bind(environment);
  const project = config.displayName === void 0 ? [] : [config.displayName.name];
  const onEvent = followTests([...project, file]);
  environment.handleTestEvent = async (event, state) => {
    if (event.name !== "test_fn_start") await onEvent(event);
    await own?.(event, state);
    if (event.name === "test_fn_start") await onEvent(event);
  };
  return run(globalConfig, config, environment, runtime, testPath, ...more);
};
function followTests(start) {
  const ends = /* @__PURE__ */ new Map();
  return async ({ name, test, error }) => {
    if (test === void 0) return;
    if (name === "test_fn_start") {
      const one = {
        path: [...start, ...titlesOf(test)],
        identity: test,
        isExpectedToFail: test.failing === true
      };
      await new Promise((begun) => {
        const span = measureCase(one, () => {
          begun();
          return new Promise((resolve, reject) => {
            ends.set(test, (failure) => {
              if (failure === void 0) resolve();
              else reject(failure);
              return span.catch(() => void 0);
            });
          });
        });
      });
    } else if (name === "test_fn_success" || name === "test_fn_failure") {
      const end = ends.get(test);
      ends.delete(test);
      const hasFailed = name === "test_fn_failure";
      await end?.(hasFailed ? new Error("the test failed", { cause: error }) : void 0);
    }
  };
}
function titlesOf({ name, parent }) {
  if (parent === void 0) return name === rootDescribe ? [] : [name];
  return [...titlesOf(parent), name];
}
export {
  runWithSpans as default
};
