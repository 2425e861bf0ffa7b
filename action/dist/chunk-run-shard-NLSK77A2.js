import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-VRZB42GN.js";import"./chunk-chunk-TINTN6VF.js";import"./chunk-chunk-RBYTZVH2.js";import"./chunk-chunk-JP35OXY5.js";import"./chunk-chunk-6IMOAH6T.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
