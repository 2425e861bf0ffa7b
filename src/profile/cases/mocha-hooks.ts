/** Loaded by Mocha in each of its processes (`--require`): makes each test a span. */
import { relative, sep } from 'node:path';
import { measureCase } from './measure-case.ts';

interface MochaTest {
  file?: string;
  titlePath(): string[];
  /** The attempt before this one. */
  retriedTest(): MochaTest | undefined;
  run(done: (error?: Error | null) => void): void;
}

const measured = new WeakSet<MochaTest>();
/** As it is before a test fakes it. */
const { setImmediate } = globalThis;

/** The test alone, without the hooks around it. */
function wrap(test: MochaTest | undefined): void {
  if (test === undefined || measured.has(test)) return;
  measured.add(test);
  const run = test.run.bind(test);
  let identity = test;
  for (let earlier; (earlier = identity.retriedTest()) !== undefined;) identity = earlier;
  const file = relative(process.cwd(), test.file ?? '').replaceAll(sep, '/');
  test.run = (done) => {
    const body = (): Promise<void> =>
      new Promise((resolve, reject) => {
        run((error) => {
          if (error === undefined || error === null) resolve();
          else reject(error);
        });
      });
    // Outside the promise, whose rejections would hide what `done` throws.
    const tell = (error?: Error): void => void setImmediate(() => done(error));
    measureCase({ path: [file, ...test.titlePath()], identity }, body).then(() => tell(), tell);
  };
}

export const mochaHooks = {
  beforeEach(this: { currentTest?: MochaTest }): void {
    wrap(this.currentTest);
  },
};
