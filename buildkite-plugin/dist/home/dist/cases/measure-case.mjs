import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-2CCRW5I7.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
