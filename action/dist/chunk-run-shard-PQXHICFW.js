import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-CS6URFJP.js";import"./chunk-chunk-SMZJ2E7K.js";import"./chunk-chunk-5KCVG2A5.js";import"./chunk-chunk-5ZFGHKVX.js";import"./chunk-chunk-FYP47O2N.js";import"./chunk-chunk-IMBXDUT2.js";export{c as describeDelivery,b as endSettled,a as runShard};
