import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{c as a,d as b}from"./chunk-chunk-DZUYWQQ7.js";import"./chunk-chunk-UKJNXBLI.js";import"./chunk-chunk-IMBXDUT2.js";export{a as context,b as getOctokit};
