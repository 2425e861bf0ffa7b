import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-7DNB35PN.js";import"./chunk-chunk-7F3ERJGH.js";import"./chunk-chunk-OXZODO2P.js";import"./chunk-chunk-YO75SVEM.js";import"./chunk-chunk-DDFRDKBQ.js";import"./chunk-chunk-WHIY5FT6.js";import"./chunk-chunk-4AVMGVRR.js";import"./chunk-chunk-MUS55VKO.js";import"./chunk-chunk-4EHCORVP.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
