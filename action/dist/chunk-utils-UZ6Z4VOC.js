import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c,e as d,f as e}from"./chunk-chunk-YPDU7IZW.js";import"./chunk-chunk-25EEQ6ZS.js";import"./chunk-chunk-LSNGF3TE.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};
