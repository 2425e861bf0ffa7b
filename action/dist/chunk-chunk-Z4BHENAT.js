import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as o,e as n,f as e}from"./chunk-chunk-3AP2CATW.js";import{i as t}from"./chunk-chunk-LSNGF3TE.js";t();var s=new o;function g(i,r,...c){let p=n.plugin(...c);return new p(e(i,r))}export{s as a,g as b};
