import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-UO5T63NS.js";import"./chunk-chunk-LVPX5ZQW.js";import"./chunk-chunk-ESFMSTCB.js";import"./chunk-chunk-5WJ7QJMA.js";import"./chunk-chunk-GDXIVHID.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
