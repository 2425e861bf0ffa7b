import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-H2AXVFV6.js";import"./chunk-chunk-Q47KAAL5.js";import"./chunk-chunk-J7PDQOSJ.js";import"./chunk-chunk-TQ2I3OA7.js";import"./chunk-chunk-O7ZU3QVW.js";import"./chunk-chunk-XAQ6ZV6Z.js";import"./chunk-chunk-4YIY7MW5.js";export{c as describeDelivery,b as endSettled,a as runShard};
