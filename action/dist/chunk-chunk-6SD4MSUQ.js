import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as e}from"./chunk-chunk-YIC2KRF3.js";import{i as t}from"./chunk-chunk-4YIY7MW5.js";t();var r=class extends e{},a=class extends Error{name="ArtifactRefused";code;constructor(i,c,f={}){super(c,f),this.code=i}};export{r as a,a as b};
