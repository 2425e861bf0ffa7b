import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-ZXOKJSPL.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
