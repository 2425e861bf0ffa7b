import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{b as a,c as b,d as c}from"./chunk-chunk-OB7VWSR4.js";import"./chunk-chunk-CA3UZ2ZF.js";import"./chunk-chunk-EPZMVVRB.js";import"./chunk-chunk-UMN4SFKI.js";import"./chunk-chunk-W37JPQHX.js";import"./chunk-chunk-IM7XLAK2.js";import"./chunk-chunk-IGIMSJLG.js";import"./chunk-chunk-FPWGQNKA.js";import"./chunk-chunk-5V7FSELK.js";import"./chunk-chunk-RNINHMKR.js";import"./chunk-chunk-SFJSQNNP.js";export{c as describeDelivery,b as endSettled,a as runShard};
