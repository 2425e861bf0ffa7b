import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-73CCUN7Z.js";import"./chunk-chunk-SS7KXMOL.js";import"./chunk-chunk-BEU2DUNE.js";import"./chunk-chunk-IHVWKSL4.js";import"./chunk-chunk-E5XC4FFZ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
