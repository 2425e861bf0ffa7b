import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-P3S6OFPM.js";import"./chunk-chunk-L26GFW47.js";import"./chunk-chunk-MMQBI734.js";import"./chunk-chunk-BYF46OAJ.js";import"./chunk-chunk-DMMAQ62W.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-N2J3JMOJ.js";import"./chunk-chunk-KI6L2AQJ.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
