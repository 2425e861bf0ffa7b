import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VENTD7OA.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-FV6RSESN.js";import"./chunk-chunk-NRHPK44N.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-RT3ZVUTO.js";import"./chunk-chunk-C6AKFKLW.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-UZCG26ON.js";import"./chunk-chunk-A3KKRHQU.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
