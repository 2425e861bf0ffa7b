// src/profile/cases/vitest-hooks.ts
function pathOf(task) {
  const names = [];
  for (let one = task; one !== void 0; one = one.suite) {
    if (one.name !== "") names.unshift(one.name);
  }
  const { name, projectName = "" } = task.file;
  return [...projectName === "" ? [] : [projectName], name, ...names];
}
var mark = /* @__PURE__ */ Symbol.for("perigee.cases");
function wrapRunner({ getTestFn, prototype }, measure) {
  const own = prototype.runTask;
  if (own !== void 0 && mark in own) return;
  const runTask = function(task) {
    return measureTask(
      measure,
      task,
      () => own === void 0 ? getTestFn(task)() : own.call(this, task)
    );
  };
  prototype.runTask = Object.assign(runTask, { [mark]: true });
}
async function wrapEachTest(measure) {
  const [{ getFn, setFn }, { VitestTestRunner }] = await Promise.all([
    load("suite.js"),
    load("runners.js")
  ]);
  const { prototype } = VitestTestRunner;
  const own = prototype.onBeforeTryTask;
  if (mark in own) return;
  const wrapped = /* @__PURE__ */ new WeakSet();
  const wrap = function(task, ...more) {
    if (!wrapped.has(task)) {
      wrapped.add(task);
      const body = getFn(task);
      setFn(task, () => measureTask(measure, task, body));
    }
    return own.call(this, task, ...more);
  };
  prototype.onBeforeTryTask = Object.assign(wrap, { [mark]: true });
}
async function measureTask(measure, task, body) {
  const one = { path: pathOf(task), identity: task, isExpectedToFail: task.fails === true };
  try {
    return await measure(one, body);
  } finally {
    Object.assign(task.meta, { perigee: true });
  }
}
function load(file) {
  return import(
    /* @vite-ignore */
    new URL(file, process.env["PERIGEE_VITEST"]).href
  );
}
if (process.env["PERIGEE_SOCKET"] !== void 0) {
  const { measureCase } = await import(
    /* @vite-ignore */
    process.env["PERIGEE_CASES"] ?? ""
  );
  const { TestRunner: runner } = await load("index.js");
  if (runner?.getTestFn === void 0) await wrapEachTest(measureCase);
  else wrapRunner(runner, measureCase);
}
