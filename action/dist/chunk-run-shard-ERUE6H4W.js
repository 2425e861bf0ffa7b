import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4BA5WJDF.js";import"./chunk-chunk-GIBQPVY3.js";import"./chunk-chunk-MPE67AFS.js";import"./chunk-chunk-Z4TJMI7N.js";import"./chunk-chunk-IQH72W6O.js";import"./chunk-chunk-LSNGF3TE.js";export{c as describeDelivery,b as endSettled,a as runShard};
