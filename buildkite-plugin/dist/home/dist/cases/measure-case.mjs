import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-K3OF2XRD.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
