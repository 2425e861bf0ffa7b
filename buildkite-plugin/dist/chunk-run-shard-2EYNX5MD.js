import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-Y6GCU2ZS.js";import"./chunk-chunk-7F3ERJGH.js";import"./chunk-chunk-RUOTCUXK.js";import"./chunk-chunk-W7Z4GEJH.js";import"./chunk-chunk-YJINSJPJ.js";import"./chunk-chunk-H5NQDCLW.js";import"./chunk-chunk-4AVMGVRR.js";import"./chunk-chunk-LUXF5LRW.js";import"./chunk-chunk-4EHCORVP.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
