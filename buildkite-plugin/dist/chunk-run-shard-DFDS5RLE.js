import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-D6KXEM7Z.js";import"./chunk-chunk-6FPEEEWZ.js";import"./chunk-chunk-PFAKKXWD.js";import"./chunk-chunk-LDTENBDB.js";import"./chunk-chunk-IS3VWHEA.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-A2Q2HF7J.js";import"./chunk-chunk-Y7R2XFVW.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
