import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QCNINMP2.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-QLUCLUZE.js";import"./chunk-chunk-CN4QHSYP.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-Q7L5T55B.js";import"./chunk-chunk-ILF67RQ6.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-OWDFMNKV.js";import"./chunk-chunk-CXMJE6S3.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
