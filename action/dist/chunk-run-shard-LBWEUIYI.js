import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ZFPZ6FZK.js";import"./chunk-chunk-FMDSESDT.js";import"./chunk-chunk-EWGWB6PP.js";import"./chunk-chunk-ECMKGWD6.js";import"./chunk-chunk-5AAQFNMF.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
