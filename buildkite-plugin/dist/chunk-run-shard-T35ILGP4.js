import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-6SYKUB22.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-XYJ6RCSU.js";import"./chunk-chunk-ARAQKA34.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-RNU4TSGS.js";import"./chunk-chunk-JADHT6QC.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-WARWTYBW.js";import"./chunk-chunk-LT46LVA4.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
