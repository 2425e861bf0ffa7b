import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-LK6OXYE3.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-RBC7GHEN.js";import"./chunk-chunk-NVZX3SHR.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-TORVPT5S.js";import"./chunk-chunk-NRUY3MEJ.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-OOKO4LSG.js";import"./chunk-chunk-R73F2O5C.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
