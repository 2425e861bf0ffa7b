import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-L5HFW3JO.js";import"./chunk-chunk-KRER4TGW.js";import"./chunk-chunk-SIJBKPOV.js";import"./chunk-chunk-BYFTYIJV.js";import"./chunk-chunk-GYOJ6KG2.js";import"./chunk-chunk-6IY24AHT.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
