import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-IX6A7XFX.js";import"./chunk-chunk-5Y2HIC2T.js";import"./chunk-chunk-BEHFCRJ4.js";import"./chunk-chunk-JU6JF44C.js";import"./chunk-chunk-VCFUBONN.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
