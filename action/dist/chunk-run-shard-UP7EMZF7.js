import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-GLVUHM32.js";import"./chunk-chunk-AMV4QOZX.js";import"./chunk-chunk-N6VJZO7M.js";import"./chunk-chunk-L4QT73AX.js";import"./chunk-chunk-W627WYVZ.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
