// src/profile/cases/vitest-hooks.ts
import * as vitest from "vitest";
function pathOf(task) {
  const names = [];
  for (let one = task; one !== void 0; one = one.suite) {
    if (one.name !== "") names.unshift(one.name);
  }
  const { name, projectName = "" } = task.file;
  return [...projectName === "" ? [] : [projectName], name, ...names];
}
var wrapped = /* @__PURE__ */ new WeakSet();
function wrapRunner({ getTestFn, prototype }, measure) {
  const mark = /* @__PURE__ */ Symbol.for("perigee.cases");
  const own = prototype.runTask;
  if (own !== void 0 && mark in own) return;
  const runTask = function(task) {
    return measure(
      pathOf(task),
      () => own === void 0 ? getTestFn(task)() : own.call(this, task)
    );
  };
  prototype.runTask = Object.assign(runTask, { [mark]: true });
}
async function wrapEachTest(measure) {
  const older = "vitest/suite";
  const { getFn, setFn } = await import(
    /* @vite-ignore */
    older
  );
  vitest.beforeEach((context) => {
    const task = context.task;
    if (wrapped.has(task)) return;
    wrapped.add(task);
    const body = getFn(task);
    setFn(task, () => measure(pathOf(task), body));
  });
}
if (typeof process !== "undefined" && process.env["PERIGEE_SOCKET"] !== void 0) {
  const { measureCase } = await import(
    /* @vite-ignore */
    process.env["PERIGEE_CASES"] ?? ""
  );
  const exported = vitest;
  const runner = exported["TestRunner"];
  if (runner?.getTestFn === void 0) await wrapEachTest(measureCase);
  else wrapRunner(runner, measureCase);
}
