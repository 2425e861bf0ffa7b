import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-DREOZKZS.js";import"./chunk-chunk-DSRQJIXN.js";import"./chunk-chunk-NDNAMRZI.js";import"./chunk-chunk-AZPGHNDB.js";import"./chunk-chunk-DNWSY2AC.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
