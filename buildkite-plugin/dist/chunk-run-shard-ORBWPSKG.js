import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VR3LDXUN.js";import"./chunk-chunk-YK7FQ7WE.js";import"./chunk-chunk-2WFSL2RA.js";import"./chunk-chunk-UQPK375J.js";import"./chunk-chunk-N4LCKWZM.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-GPR76BES.js";import"./chunk-chunk-QCW6QWPL.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
