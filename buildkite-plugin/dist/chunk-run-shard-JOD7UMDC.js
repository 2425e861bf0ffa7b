import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BZYMBABK.js";import"./chunk-chunk-KSFF3HDZ.js";import"./chunk-chunk-QGVKRPMY.js";import"./chunk-chunk-XL5IMYDS.js";import"./chunk-chunk-PCHNEK7J.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-5N5NLNG2.js";import"./chunk-chunk-MT7B6SQV.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
