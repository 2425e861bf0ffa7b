import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-GAFTXB5I.js";import"./chunk-chunk-ETPSETJX.js";import"./chunk-chunk-MYVYSRHV.js";import"./chunk-chunk-HIQ5CSEN.js";import"./chunk-chunk-FUIKBTBF.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
