import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-ROILWD4S.js";import"./chunk-chunk-MRV625FG.js";import"./chunk-chunk-TAI4L6J6.js";import"./chunk-chunk-GTUXURVJ.js";import"./chunk-chunk-SEEGB7CG.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
