import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CILEVLWJ.js";import"./chunk-chunk-GSRT2Z6H.js";import"./chunk-chunk-HZ2TYIEX.js";import"./chunk-chunk-SGI3ON6F.js";import"./chunk-chunk-YIC2KRF3.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
