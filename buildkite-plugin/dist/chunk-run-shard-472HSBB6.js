import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-Q33RT74X.js";import"./chunk-chunk-4JXS4GVC.js";import"./chunk-chunk-W6CFFNSJ.js";import"./chunk-chunk-ZUMGFOKS.js";import"./chunk-chunk-WVTAIKMD.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-WNKZ5QSG.js";import"./chunk-chunk-5SD3DMH3.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
