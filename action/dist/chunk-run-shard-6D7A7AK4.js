import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-BCEPCG4F.js";import"./chunk-chunk-3S6SUGM2.js";import"./chunk-chunk-IRRBWDW4.js";import"./chunk-chunk-MGD6E5WS.js";import"./chunk-chunk-OZKQAJ6P.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
