import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{c as s}from"./chunk-chunk-Q2V4KMJX.js";import{f as o}from"./chunk-chunk-OMPP6GCX.js";o();function c(t,{passwordVariable:n}){let r={};for(let[e,i]of Object.entries(t))!f(e,n)&&i!==void 0&&(r[e]=i);return r}function f(t,n){return s(t)||t===n||/^BUILDKITE_PLUGINS?($|_)/.test(t)}export{c as a,f as b};
