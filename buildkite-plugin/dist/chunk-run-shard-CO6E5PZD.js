import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-IZEPXEQV.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-RQB66Z3Y.js";import"./chunk-chunk-R4BJJZ7B.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-ELWFQ6MR.js";import"./chunk-chunk-ILBRBMSS.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-6FG3RSIU.js";import"./chunk-chunk-PZSOESPP.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
