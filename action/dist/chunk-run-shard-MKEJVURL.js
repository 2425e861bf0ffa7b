import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MZF7ZTZF.js";import"./chunk-chunk-GQETBF25.js";import"./chunk-chunk-U5MNRNV3.js";import"./chunk-chunk-K3I54X7N.js";import"./chunk-chunk-OFEXOK7W.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
