import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QMGVGSHM.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-KESC64I3.js";import"./chunk-chunk-F27Q6XZ4.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-HAW2NLQR.js";import"./chunk-chunk-XBO2MCMY.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-WIZ7III5.js";import"./chunk-chunk-3645LWDR.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
