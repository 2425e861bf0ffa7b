import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as o,e as n,f as e}from"./chunk-chunk-JK2LYAIR.js";import{i as t}from"./chunk-chunk-4YIY7MW5.js";t();var s=new o;function g(i,r,...c){let p=n.plugin(...c);return new p(e(i,r))}export{s as a,g as b};
