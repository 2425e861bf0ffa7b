import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-POZ2MODC.js";import"./chunk-chunk-VBBXMD5A.js";import"./chunk-chunk-TXND2AWC.js";import"./chunk-chunk-SORPIJI4.js";import"./chunk-chunk-LZPHDTJB.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
