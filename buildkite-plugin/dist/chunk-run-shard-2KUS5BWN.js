import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VDKH2SK4.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-4QHJBBUE.js";import"./chunk-chunk-3J6SWH4J.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-Z5SD74SW.js";import"./chunk-chunk-F3K6NG4K.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-KNFEHXVD.js";import"./chunk-chunk-3LXZJQNV.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
