import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HDQVV2DW.js";import"./chunk-chunk-Y6UUFZ4C.js";import"./chunk-chunk-MW5EZLCJ.js";import"./chunk-chunk-USJCZOVI.js";import"./chunk-chunk-7GOTZILJ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
