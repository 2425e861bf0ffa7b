import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{c as s}from"./chunk-chunk-LT46LVA4.js";import{f as o}from"./chunk-chunk-SFJSQNNP.js";o();function c(t,{passwordVariable:n}){let i={};for(let[e,r]of Object.entries(t))!p(e,n)&&r!==void 0&&(i[e]=r);return i}function p(t,n){return s(t)||t===n||/^BUILDKITE_PLUGINS?($|_)/.test(t)}export{c as a,p as b};
