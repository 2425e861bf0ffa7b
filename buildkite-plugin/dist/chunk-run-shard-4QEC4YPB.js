import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HRRVPF6C.js";import"./chunk-chunk-QCV2UTAM.js";import"./chunk-chunk-Q5VUJHST.js";import"./chunk-chunk-XDJWBKOI.js";import"./chunk-chunk-JGEVFACF.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-ZIXCFJJU.js";import"./chunk-chunk-Q2V4KMJX.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
