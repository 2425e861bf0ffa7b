import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-6MG765AJ.js";import"./chunk-chunk-ARYWI65C.js";import"./chunk-chunk-L7YNKHAI.js";import"./chunk-chunk-YVSFLTPX.js";import"./chunk-chunk-F6SSF3QW.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
