import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-OC5B5P5N.js";import"./chunk-chunk-57FCD7WF.js";import"./chunk-chunk-PXOYRAJ7.js";import"./chunk-chunk-34SC4E5T.js";import"./chunk-chunk-RU57NQPW.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
