import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-EQCZXIYV.js";import"./chunk-chunk-LRFVGOYH.js";import"./chunk-chunk-A5JZBUF5.js";import"./chunk-chunk-X2VW3JSG.js";import"./chunk-chunk-XJ7UDFOF.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
