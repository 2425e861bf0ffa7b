import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-N4JO55TB.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-XNFLVNWC.js";import"./chunk-chunk-NS5TS4LS.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-PEW2SSIS.js";import"./chunk-chunk-PIHQ5Q2K.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-44AQVGHS.js";import"./chunk-chunk-3LXZJQNV.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
