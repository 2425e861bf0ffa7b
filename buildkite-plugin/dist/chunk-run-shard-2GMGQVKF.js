import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QRZEF3PA.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-NH6RLPOF.js";import"./chunk-chunk-Y5NSO7QM.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-CYZM6RZX.js";import"./chunk-chunk-2NEIHP2F.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-5VCLE44Y.js";import"./chunk-chunk-DAZAZFID.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
