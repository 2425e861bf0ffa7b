import {
  cases,
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-RX4HY6QX.mjs";
export {
  cases,
  isWanted,
  measureCase,
  nameCase
};
