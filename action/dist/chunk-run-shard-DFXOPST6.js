import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-NRYDO2UN.js";import"./chunk-chunk-MJJ7X4DV.js";import"./chunk-chunk-NO6OWVV2.js";import"./chunk-chunk-EBFMAVWT.js";import"./chunk-chunk-NZJKLM55.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
