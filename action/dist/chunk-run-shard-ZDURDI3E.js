import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-UDIT4VQJ.js";import"./chunk-chunk-KL4VAUZO.js";import"./chunk-chunk-4BW5CE27.js";import"./chunk-chunk-HCJBD5ZQ.js";import"./chunk-chunk-UR72C5RB.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
