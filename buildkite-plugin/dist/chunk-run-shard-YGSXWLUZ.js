import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-SRGVCWYF.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-6I3XZD3K.js";import"./chunk-chunk-Y26IKKEF.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-OXOVPSJO.js";import"./chunk-chunk-YUWN3T5T.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-UNWQF2PA.js";import"./chunk-chunk-HCCW25NT.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
