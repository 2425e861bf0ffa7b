import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as t}from"./chunk-chunk-VYNCLHLZ.js";var e=class extends t{},r=class extends Error{name="ArtifactRefused";code;constructor(o,i,c={}){super(i,c),this.code=o}};export{e as a,r as b};
