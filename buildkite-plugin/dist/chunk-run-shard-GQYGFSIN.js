import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-M23PNNK4.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-PO54YEDD.js";import"./chunk-chunk-TBHKGCUV.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-5ZVVNNPI.js";import"./chunk-chunk-52A27E5V.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-4PD5TJ7F.js";import"./chunk-chunk-TUU3B2IH.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
