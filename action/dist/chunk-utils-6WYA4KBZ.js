import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c,e as d,f as e}from"./chunk-chunk-JK2LYAIR.js";import"./chunk-chunk-BKM7MQR3.js";import"./chunk-chunk-4YIY7MW5.js";export{d as GitHub,b as context,c as defaults,e as getOctokitOptions,a as getUserAgentWithOrchestrationId};
