import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-75RJKVPT.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
