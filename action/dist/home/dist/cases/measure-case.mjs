import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-H47KTV6L.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
