import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-N5JU5CAU.js";import"./chunk-chunk-CBFLJKKF.js";import"./chunk-chunk-WXDOLD3Q.js";import"./chunk-chunk-EOWJV2G4.js";import"./chunk-chunk-MLPPKFBB.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-ZO2WQHSI.js";import"./chunk-chunk-45G34HWZ.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
