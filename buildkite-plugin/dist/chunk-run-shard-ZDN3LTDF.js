import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-5ZFVIFO4.js";import"./chunk-chunk-OLZORB6X.js";import"./chunk-chunk-4TCGNL4S.js";import"./chunk-chunk-D33TAS6J.js";import"./chunk-chunk-6MZLHEEG.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-YEXIH72P.js";import"./chunk-chunk-SX5DSXNG.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
