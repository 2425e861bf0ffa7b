import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-TW4EBXYF.js";import"./chunk-chunk-NHEY7M6J.js";import"./chunk-chunk-LKWJB4BX.js";import"./chunk-chunk-3HZ7CFWG.js";import"./chunk-chunk-4HTSEJ5K.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
