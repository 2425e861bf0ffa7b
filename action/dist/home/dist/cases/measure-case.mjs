import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-MAA64HWZ.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
