import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-FLP2NYLK.js";import"./chunk-chunk-EEC627KI.js";import"./chunk-chunk-FTOHJAMK.js";import"./chunk-chunk-DIA5LJX3.js";import"./chunk-chunk-2IFQBPDA.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
