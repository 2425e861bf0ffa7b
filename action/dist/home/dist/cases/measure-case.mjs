import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-W23PMVMK.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
