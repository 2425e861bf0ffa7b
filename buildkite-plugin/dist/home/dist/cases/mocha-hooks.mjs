import {
  measureCase
} from "./chunk-chunk-XW2WGB6S.mjs";

// src/profile/cases/mocha-hooks.ts
import { relative, sep } from "node:path";
var measured = /* @__PURE__ */ new WeakSet();
function wrap(test) {
  if (test === void 0 || measured.has(test)) return;
  measured.add(test);
  const run = test.run.bind(test);
  const file = relative(process.cwd(), test.file ?? "").replaceAll(sep, "/");
  test.run = (done) => {
    const body = () => new Promise((resolve, reject) => {
      run((error) => {
        if (error === void 0 || error === null) resolve();
        else reject(error);
      });
    });
    const tell = (error) => void setImmediate(() => done(error));
    measureCase([file, ...test.titlePath()], body).then(() => tell(), tell);
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
