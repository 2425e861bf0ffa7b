import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-QKKDVY37.js";import"./chunk-chunk-AOAFLWVS.js";import"./chunk-chunk-JBKYKH6R.js";import"./chunk-chunk-7H7E73ZJ.js";import"./chunk-chunk-XKENR2K4.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
