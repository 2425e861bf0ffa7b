import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-SIPKBQ4R.js";import"./chunk-chunk-4TQGD3RQ.js";import"./chunk-chunk-EHOLAYYM.js";import"./chunk-chunk-DRG77F2M.js";import"./chunk-chunk-NNC3GPNI.js";import"./chunk-chunk-PCP47SCC.js";import"./chunk-chunk-MYHI45XP.js";import"./chunk-chunk-U2Q3AHSB.js";import"./chunk-chunk-OMPP6GCX.js";export{c as describeDelivery,b as endSettled,a as runShard};
