import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MFOXRVOV.js";import"./chunk-chunk-GF2CLVXY.js";import"./chunk-chunk-JILBFTKF.js";import"./chunk-chunk-22PXU5HV.js";import"./chunk-chunk-WCI2WHCB.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
