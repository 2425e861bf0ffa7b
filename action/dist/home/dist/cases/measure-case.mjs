import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-SZVEBFGS.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
