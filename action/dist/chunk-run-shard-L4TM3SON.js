import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CPCS4752.js";import"./chunk-chunk-BEMDYOUK.js";import"./chunk-chunk-7K7HVSWO.js";import"./chunk-chunk-OMKGOESV.js";import"./chunk-chunk-JIJDAFLJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
