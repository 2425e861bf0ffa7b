import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-MCJAXHTY.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
