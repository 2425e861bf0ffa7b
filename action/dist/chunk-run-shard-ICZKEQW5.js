import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VXIJJAKT.js";import"./chunk-chunk-MNRAVTEZ.js";import"./chunk-chunk-UP6VWJXA.js";import"./chunk-chunk-TRZTL3OA.js";import"./chunk-chunk-EKYDLUTJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
