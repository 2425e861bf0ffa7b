import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-TJUQ3MNF.js";import"./chunk-chunk-CHV3J3PH.js";import"./chunk-chunk-6VUGMLE3.js";import"./chunk-chunk-VOPFGFFQ.js";import"./chunk-chunk-EQU6OJLC.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
