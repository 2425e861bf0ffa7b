import {
  measureCase
} from "./chunk-chunk-MCJAXHTY.mjs";

// src/profile/cases/mocha-hooks.ts
import { relative, sep } from "node:path";
var measured = /* @__PURE__ */ new WeakSet();
var { setImmediate } = globalThis;
function wrap(test) {
  if (test === void 0 || measured.has(test)) return;
  measured.add(test);
  const run = test.run.bind(test);
  let identity = test;
  for (let earlier; (earlier = identity.retriedTest()) !== void 0; ) identity = earlier;
  const file = relative(process.cwd(), test.file ?? "").replaceAll(sep, "/");
  test.run = (done) => {
    const body = () => new Promise((resolve, reject) => {
      run((error) => {
        if (error === void 0 || error === null) resolve();
        else reject(error);
      });
    });
    const tell = (error) => void setImmediate(() => done(error));
    measureCase({ path: [file, ...test.titlePath()], identity }, body).then(() => tell(), tell);
  };
}
var mochaHooks = {
  beforeEach() {
    wrap(this.currentTest);
  }
};
export {
  mochaHooks
};
