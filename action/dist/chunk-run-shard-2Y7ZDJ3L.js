import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-Z2AYVP2D.js";import"./chunk-chunk-WJTM7VCY.js";import"./chunk-chunk-Z36PV5HW.js";import"./chunk-chunk-CQWUBFM3.js";import"./chunk-chunk-32WMEHHB.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
