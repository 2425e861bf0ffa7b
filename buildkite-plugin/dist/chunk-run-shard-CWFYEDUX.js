import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-HZZUUXYG.js";import"./chunk-chunk-QPASUNZZ.js";import"./chunk-chunk-4L7DD7NU.js";import"./chunk-chunk-B4FHPDWM.js";import"./chunk-chunk-7QYK2D2X.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-OH6KYFVX.js";import"./chunk-chunk-QIJX4AP3.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
