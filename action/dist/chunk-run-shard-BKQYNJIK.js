import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-YLFSV3PZ.js";import"./chunk-chunk-UNDFZ4U4.js";import"./chunk-chunk-MRLEE7AY.js";import"./chunk-chunk-CKGBJZQU.js";import"./chunk-chunk-4ZJLTZSH.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
