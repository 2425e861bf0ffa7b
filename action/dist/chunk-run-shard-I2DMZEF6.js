import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-3GNIAYRA.js";import"./chunk-chunk-GCV3Q56G.js";import"./chunk-chunk-3CKVPLBH.js";import"./chunk-chunk-EAM6HGCB.js";import"./chunk-chunk-ADNIQZTH.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
