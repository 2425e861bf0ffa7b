import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-T2HNMVHD.js";import"./chunk-chunk-J5QR7CW6.js";import"./chunk-chunk-NPVM57YS.js";import"./chunk-chunk-JJEUUGOH.js";import"./chunk-chunk-VYNCLHLZ.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
