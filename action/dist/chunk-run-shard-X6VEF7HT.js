import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-2K5F6JXU.js";import"./chunk-chunk-AYWQXMJU.js";import"./chunk-chunk-OLC5VFJX.js";import"./chunk-chunk-EK7AZI6U.js";import"./chunk-chunk-J76E5TO7.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
