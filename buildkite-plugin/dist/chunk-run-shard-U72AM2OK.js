import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-I3OIKH7O.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-4WG4SONK.js";import"./chunk-chunk-TS4WMYIG.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-RRSTLD6M.js";import"./chunk-chunk-ZXP6WMBS.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-A7VS5MZS.js";import"./chunk-chunk-K7DCZYYM.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
