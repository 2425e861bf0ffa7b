import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-A5CEPS54.js";import"./chunk-chunk-RLMHDDKE.js";import"./chunk-chunk-SX3F7PYW.js";import"./chunk-chunk-6QDG6NJY.js";import"./chunk-chunk-IVJP2MYY.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
