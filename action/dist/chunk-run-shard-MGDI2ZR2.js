import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-MXTQ3HJ2.js";import"./chunk-chunk-NKRDZB3Q.js";import"./chunk-chunk-NY5UANMH.js";import"./chunk-chunk-2772RJ4I.js";import"./chunk-chunk-SZUEOIAT.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
