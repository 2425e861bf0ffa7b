import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-3AU7WS3S.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-C2IRXYMD.js";import"./chunk-chunk-QTFLORH5.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-VM5PR2ZT.js";import"./chunk-chunk-DZZQK4CZ.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-5G6ATF4N.js";import"./chunk-chunk-3LXZJQNV.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
