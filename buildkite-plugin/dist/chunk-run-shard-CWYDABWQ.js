import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-S2VLHSI4.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-VADT7YL6.js";import"./chunk-chunk-ELHMORXO.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-BW2XRDPG.js";import"./chunk-chunk-REYVTLRE.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-DRKNQVNF.js";import"./chunk-chunk-3645LWDR.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
