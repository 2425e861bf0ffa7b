import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-2EQEIWCS.js";import"./chunk-chunk-DVCRBVF3.js";import"./chunk-chunk-SIRDW6P5.js";import"./chunk-chunk-Z3NYTP2U.js";import"./chunk-chunk-KXLLZYQH.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
