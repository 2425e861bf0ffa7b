import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-APBAUOP7.js";import"./chunk-chunk-Q2SMP67S.js";import"./chunk-chunk-RHJW4P6E.js";import"./chunk-chunk-OHG4YN3T.js";import"./chunk-chunk-4L3AJ34H.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-ZGCK3KEH.js";import"./chunk-chunk-Q2V4KMJX.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
