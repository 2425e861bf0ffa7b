/**
 * A setup file of Vitest: makes each test a span. It imports nothing by name, because in its folder no Vitest may be
 * found, or another one: PERIGEE_VITEST is the one that runs the tests.
 */
interface Suite {
  name: string;
  suite?: Suite;
}
interface Task extends Suite {
  file: { name: string; projectName?: string | undefined };
  meta: object;
  fails?: boolean;
}
type Body = () => unknown;
type RunTask = (this: unknown, task: Task) => unknown;
interface TestRunner {
  getTestFn(task: Task): Body;
  prototype: { runTask?: RunTask };
}
interface OlderRunner {
  prototype: { onBeforeTryTask(task: Task, ...more: unknown[]): unknown };
}
type Measure = (
  one: { path: readonly string[]; identity: object; isExpectedToFail: boolean },
  body: Body,
) => Promise<unknown>;

function pathOf(task: Task): string[] {
  const names: string[] = [];
  for (let one: Suite | undefined = task; one !== undefined; one = one.suite) {
    if (one.name !== '') names.unshift(one.name);
  }
  const { name, projectName = '' } = task.file;
  return [...(projectName === '' ? [] : [projectName]), name, ...names];
}

const mark = Symbol.for('perigee.cases');

/** From 4.1 on: the runner calls this in place of the function of a test, between the hooks. */
function wrapRunner({ getTestFn, prototype }: TestRunner, measure: Measure): void {
  const own = prototype.runTask;
  if (own !== undefined && mark in own) return;
  const runTask: RunTask = function (task) {
    return measureTask(measure, task, () =>
      own === undefined ? getTestFn(task)() : own.call(this, task),
    );
  };
  prototype.runTask = Object.assign(runTask, { [mark]: true });
}

/** Before 4.1. A retry runs the same function again, which is another occurrence of its span. */
async function wrapEachTest(measure: Measure): Promise<void> {
  const [{ getFn, setFn }, { VitestTestRunner }] = (await Promise.all([
    load('suite.js'),
    load('runners.js'),
  ])) as [
    { getFn(task: Task): Body; setFn(task: Task, body: Body): void },
    { VitestTestRunner: OlderRunner },
  ];
  const { prototype } = VitestTestRunner;
  const own = prototype.onBeforeTryTask;
  if (mark in own) return;
  const wrapped = new WeakSet();
  const wrap = function (this: unknown, task: Task, ...more: unknown[]): unknown {
    if (!wrapped.has(task)) {
      wrapped.add(task);
      const body = getFn(task);
      setFn(task, () => measureTask(measure, task, body));
    }
    return own.call(this, task, ...more);
  };
  prototype.onBeforeTryTask = Object.assign(wrap, { [mark]: true });
}

/** `meta` reaches the process that counts. */
async function measureTask(measure: Measure, task: Task, body: Body): Promise<unknown> {
  const one = { path: pathOf(task), identity: task, isExpectedToFail: task.fails === true };
  try {
    return await measure(one, body);
  } finally {
    Object.assign(task.meta, { perigee: true });
  }
}

function load(file: string): Promise<unknown> {
  return import(/* @vite-ignore */ new URL(file, process.env['PERIGEE_VITEST']).href);
}

if (process.env['PERIGEE_SOCKET'] !== undefined) {
  const { measureCase } = (await import(/* @vite-ignore */ process.env['PERIGEE_CASES'] ?? '')) as {
    measureCase: Measure;
  };
  const { TestRunner: runner } = (await load('index.js')) as { TestRunner?: Partial<TestRunner> };
  if (runner?.getTestFn === undefined) await wrapEachTest(measureCase);
  else wrapRunner(runner as TestRunner, measureCase);
}
