/**
 * A setup file of Vitest: makes each test a span. Vitest transforms it for every test file, so that `vitest` is
 * the one of the project; what it loads from here is loaded once in each process.
 */
import * as vitest from 'vitest';

interface Suite {
  name: string;
  suite?: Suite;
}
interface Task extends Suite {
  file: { name: string; projectName?: string | undefined };
}
type Body = () => unknown;
type RunTask = (this: unknown, task: Task) => unknown;
interface TestRunner {
  getTestFn(task: Task): Body;
  prototype: { runTask?: RunTask };
}
type Measure = (path: readonly string[], body: Body) => Promise<unknown>;

function pathOf(task: Task): string[] {
  const names: string[] = [];
  for (let one: Suite | undefined = task; one !== undefined; one = one.suite) {
    if (one.name !== '') names.unshift(one.name);
  }
  const { name, projectName = '' } = task.file;
  return [...(projectName === '' ? [] : [projectName]), name, ...names];
}

const wrapped = new WeakSet();

/** From 4.1 on: the runner calls this in place of the function of a test, between the hooks. */
function wrapRunner({ getTestFn, prototype }: TestRunner, measure: Measure): void {
  const mark = Symbol.for('perigee.cases');
  const own = prototype.runTask;
  if (own !== undefined && mark in own) return;
  const runTask: RunTask = function (task) {
    return measure(pathOf(task), () =>
      own === undefined ? getTestFn(task)() : own.call(this, task),
    );
  };
  prototype.runTask = Object.assign(runTask, { [mark]: true });
}

/** Before 4.1. A retry runs the same function again, which is another occurrence of its span. */
async function wrapEachTest(measure: Measure): Promise<void> {
  const older = 'vitest/suite';
  const { getFn, setFn } = (await import(/* @vite-ignore */ older)) as {
    getFn(task: Task): Body;
    setFn(task: Task, body: Body): void;
  };
  vitest.beforeEach((context) => {
    const task: Task = context.task;
    if (wrapped.has(task)) return;
    wrapped.add(task);
    const body = getFn(task);
    setFn(task, () => measure(pathOf(task), body));
  });
}

// In a browser there is no collector.
if (typeof process !== 'undefined' && process.env['PERIGEE_SOCKET'] !== undefined) {
  const { measureCase } = (await import(/* @vite-ignore */ process.env['PERIGEE_CASES'] ?? '')) as {
    measureCase: Measure;
  };
  const exported: Readonly<Record<string, unknown>> = vitest;
  const runner = exported['TestRunner'] as Partial<TestRunner> | undefined;
  if (runner?.getTestFn === undefined) await wrapEachTest(measureCase);
  else wrapRunner(runner as TestRunner, measureCase);
}
