import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-AKFCGBOY.js";import"./chunk-chunk-5Q6WG5T3.js";import"./chunk-chunk-X345UMUZ.js";import"./chunk-chunk-2Y3YRQ5J.js";import"./chunk-chunk-DHOHIPTG.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
