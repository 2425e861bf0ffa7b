import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-TDDGLE67.js";import"./chunk-chunk-LXCX3ORJ.js";import"./chunk-chunk-4TCGNL4S.js";import"./chunk-chunk-LZHAS7NL.js";import"./chunk-chunk-DSFA6TRS.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-IGGDCYM4.js";import"./chunk-chunk-SX5DSXNG.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
