import {
  isWanted,
  measureCase,
  nameCase
} from "./chunk-chunk-XW2WGB6S.mjs";
export {
  isWanted,
  measureCase,
  nameCase
};
