import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4WAG2VVL.js";import"./chunk-chunk-4DG7IS7N.js";import"./chunk-chunk-RUENQMRB.js";import"./chunk-chunk-7EE52QYH.js";import"./chunk-chunk-AOTHFNQT.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
