import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-2X5XBXWD.js";import"./chunk-chunk-AOH2MLHC.js";import"./chunk-chunk-ZBDIOIJD.js";import"./chunk-chunk-3HIV75VA.js";import"./chunk-chunk-CHFB55KA.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
