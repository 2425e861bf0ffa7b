import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CXV6FCT5.js";import"./chunk-chunk-JTX2NJSK.js";import"./chunk-chunk-DUUTRZ7U.js";import"./chunk-chunk-WWTE5MFK.js";import"./chunk-chunk-HL2DZQNK.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
