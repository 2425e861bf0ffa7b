import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VV3CN6SB.js";import"./chunk-chunk-KZODLUPM.js";import"./chunk-chunk-EB63BDAB.js";import"./chunk-chunk-UQPK375J.js";import"./chunk-chunk-N4LCKWZM.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-GPR76BES.js";import"./chunk-chunk-QCW6QWPL.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
