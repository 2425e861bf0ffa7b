import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BJQTIHC6.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-JW6JFMXS.js";import"./chunk-chunk-AM7MSSVI.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-C5BT6C2Y.js";import"./chunk-chunk-SHPKU66W.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-QEFBORUC.js";import"./chunk-chunk-OOFZRBCK.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
