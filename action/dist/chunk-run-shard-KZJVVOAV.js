import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-AKVCYY4O.js";import"./chunk-chunk-L3QSK7KA.js";import"./chunk-chunk-RUW7GQVS.js";import"./chunk-chunk-AMDNMELQ.js";import"./chunk-chunk-NIGWZ3LE.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
