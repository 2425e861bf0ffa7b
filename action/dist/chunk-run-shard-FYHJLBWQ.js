import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-T7VDVLKK.js";import"./chunk-chunk-CILHJXPE.js";import"./chunk-chunk-TKMNOT65.js";import"./chunk-chunk-F7BHHOUR.js";import"./chunk-chunk-5AIFVKCD.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
