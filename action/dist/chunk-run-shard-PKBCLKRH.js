import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-O2J7FMLY.js";import"./chunk-chunk-VP7QUDCY.js";import"./chunk-chunk-VIKU5B3N.js";import"./chunk-chunk-3BGB3WNC.js";import"./chunk-chunk-Y64FW7J3.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
