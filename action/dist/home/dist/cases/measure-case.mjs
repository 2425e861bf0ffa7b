import {
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-HMH6VPZQ.mjs";
export {
  isWanted,
  measureCase,
  nameCase
};
