import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-QIFHKIXW.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
