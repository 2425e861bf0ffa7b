import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-M3FATMZC.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-X4YP3GA2.js";import"./chunk-chunk-IJH3QEYE.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-JO5KJGDM.js";import"./chunk-chunk-2AEKVUKS.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-RXWVIMQO.js";import"./chunk-chunk-LT46LVA4.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
