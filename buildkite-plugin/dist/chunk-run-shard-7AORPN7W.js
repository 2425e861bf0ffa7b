import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-752PB33K.js";import"./chunk-chunk-OUTJX6EX.js";import"./chunk-chunk-Q5VUJHST.js";import"./chunk-chunk-LJU4EV2K.js";import"./chunk-chunk-MZHHNAFP.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-FZTDHLPE.js";import"./chunk-chunk-Q2V4KMJX.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
