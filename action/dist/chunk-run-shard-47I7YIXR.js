import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-4CPXFIBJ.js";import"./chunk-chunk-W5URJLQP.js";import"./chunk-chunk-H7ORJ6LX.js";import"./chunk-chunk-FTVRV3XC.js";import"./chunk-chunk-WZJ7Z65G.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
