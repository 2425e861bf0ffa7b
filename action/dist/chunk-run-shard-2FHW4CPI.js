import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MNKAFHBJ.js";import"./chunk-chunk-RHJM6HJK.js";import"./chunk-chunk-NB64RMMV.js";import"./chunk-chunk-C25AXZT7.js";import"./chunk-chunk-63VCAWQY.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
