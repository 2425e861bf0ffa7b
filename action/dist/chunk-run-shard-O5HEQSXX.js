import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CGCFKO7C.js";import"./chunk-chunk-53DUFBEZ.js";import"./chunk-chunk-TI2RZRS7.js";import"./chunk-chunk-4E7IUTG6.js";import"./chunk-chunk-5JIMFTS2.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
