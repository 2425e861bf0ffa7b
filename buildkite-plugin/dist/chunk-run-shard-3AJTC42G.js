import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MXXHQHJG.js";import"./chunk-chunk-Y2TVKZUR.js";import"./chunk-chunk-DYL37GIL.js";import"./chunk-chunk-BYF46OAJ.js";import"./chunk-chunk-DMMAQ62W.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-N2J3JMOJ.js";import"./chunk-chunk-KI6L2AQJ.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
