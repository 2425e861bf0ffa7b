import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-I7FMRNDC.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-BMPNY7MB.js";import"./chunk-chunk-SDCGF6LQ.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-VNEGVMWN.js";import"./chunk-chunk-HKNKAIF4.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-YBAB72L5.js";import"./chunk-chunk-R73F2O5C.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
