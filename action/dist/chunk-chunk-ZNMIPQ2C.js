import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as b,b as Z,c as _,e as re,f as ne,g as oe,i as ae,o as ce,t as le,u as ue}from"./chunk-chunk-GJLRTZPR.js";import{b as he,f as ge}from"./chunk-chunk-Z2XPVF4I.js";import{f as x,n as ee,o as te,p as pe,q as me,r as H,s as fe}from"./chunk-chunk-BX3D42CT.js";import{Ab as ie,Fb as se,Ka as U,L as X,M as v,R as Y,Rb as de,a as g,d as z,e as M,hb as R,ib as k,k as K,kb as O,lb as L,nb as E,ob as B,rb as C,tb as T,v as Q,vb as J,x as y,y as P}from"./chunk-chunk-MPOMSABX.js";import{i as l}from"./chunk-chunk-4YIY7MW5.js";l();l();l();import{createHash as lt}from"node:crypto";import{closeSync as ut,openSync as pt,rmSync as mt,writeFileSync as ft}from"node:fs";import{join as Le}from"node:path";l();l();l();l();var V=class{text;constructor(t){this.text=t}},Ee={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function He(e){return y(e).replace(/[&<>"']/g,t=>Ee[t]??"")}function s(e,...t){let r=e.map((i,n)=>{let o=i.replace(/\n\s*/g,`
`);return n<t.length?o+$e(t[n]??""):o});return new V(r.join(""))}function N(e){return new V(e)}function $e(e){return e instanceof V?e.text:typeof e=="string"?He(e):typeof e=="number"?String(e):e.map($e).join("")}function ye(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var A=120,w=18,be=Math.log(1.5);function we(e,t){let{change:r,interval:i}=e.evidence;if(r===void 0)return s``;let n=q(i?.lower??(i===void 0?r:-1)),o=q(i?.upper??(i===void 0?r:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${A} ${w}"
    width="${A}"
    height="${w}"
    aria-hidden="true"
  >
    <path class="zero" d="M${A/2} 0V${w}" />
    ${We(e,t)}
    <path class="range" d="M${n} ${w/2}H${Math.max(o,n+1)}" />
    ${Ge(r)}
  </svg>`}function We(e,t){let r=e.before.location,i=re(e,t);return i===void 0||r===void 0||r===0?s``:s`<path class="limit" d="M${q(i/r-1)} 2V${w-2}" />`}function Ge(e){let t=q(e),r=w/2;if(Math.abs(Se(e))<=be)return s`<circle cx="${t}" cy="${r}" r="3.5" />`;let i=e>0?-7:7;return s`<path class="beyond" d="M${t} ${r}l${i} -5v10z" />`}function Se(e){return e<=-1?-1/0:Math.log1p(e)}function q(e){let t=Math.max(-1,Math.min(1,Se(e)/be));return Math.round((A/2+t*(A/2-4))*10)/10}l();var xe="perigee-data";function Me({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function je(e,t){let r=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],i=[];for(let n of r)i.push(...n.slice(0,t-i.length));return i}function ve(e,t){let r=je(b(e),t),{metrics:i,spreads:n=[]}=e,o=new Set(n.length===0?[]:r.map(U));return{metrics:i,series:r,spreads:n.filter(a=>o.has(U(a)))}}l();function F(e){return s`${e.map(ze)}`}function ze(e){switch(e.kind){case"heading":return e.level===4?s`<h3>${p(e.text)}</h3>`:s`<h2>${p(e.text)}</h2>`;case"paragraph":return s`<p>${p(e.text)}</p>`;case"small":return s`<p class="quiet">${p(e.text)}</p>`;case"note":return s`<div class="note ${e.tone}">
        ${e.lines.map(t=>s`<p>${p(t)}</p>`)}
      </div>`;case"list":return s`<ul class="plain">
          ${e.items.map(({id:t,quoted:r=[],text:i})=>s`<li ${t===void 0?"":s`id="${t}"`}>
                ${p(i)}${r.map(n=>s`<samp class="quoted">${n}</samp>`)}
              </li>`)}
        </ul>
        ${ke(e.more,e.what)}`;case"table":return s`<div class="scroll" tabindex="0" role="group" aria-label="${e.what}">
          <table class="changes">
            <thead>
              <tr>
                ${e.columns.map(t=>s`<th scope="col">${p(t)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${e.rows.map(t=>Ke(t,e.columns.length))}
            </tbody>
          </table>
        </div>
        ${ke(e.more,e.what)}`;case"fold":return s`<details class="more">
        <summary>${e.title}</summary>
        ${F(e.blocks)}
      </details>`;case"code":return s`${e.lines.map(t=>s`<samp class="quoted">${t}</samp>`)}`;case"chart":return s``}}function Ke({below:e=[],cells:t,isGroup:r=!1},i){let[n="",...o]=t;return r?s`<tr class="group">
      <th scope="rowgroup" colspan="${i}">${p(n)}</th>
    </tr>`:s`<tr>
    <th scope="row">
      ${p(n)}${e.map(a=>s`<samp class="quoted">${a}</samp>`)}
    </th>
    ${o.map(a=>s`<td>${p(a)}</td>`)}
  </tr>`}function ke(e,t){return e===void 0||e===0?s``:s`<p class="quiet">${te(e,t)}</p>`}function p(e){return s`${ee(e).map(Xe)}`}var Qe=/`([^`]+)`/;function Xe(e){if(typeof e=="string")return s`${e.split(Qe).map((r,i)=>i%2===0?r:s`<code>${r}</code>`)}`;if("code"in e)return s`<bdi><code>${e.code}</code></bdi>`;if("figure"in e)return s`<span class="figure">${e.figure}</span>`;if("sign"in e)return s`${e.sign}`;if("commit"in e)return s`<code
      >${z(e.commit)?M(e.commit):P(e.commit,64)}</code
    >`;if("bold"in e)return s`<b>${p(e.bold)}</b>`;let t=/^#[a-z-]+$/.test(e.url)?e.url:ce(e.url);return t===void 0?p(e.link):s`<a href="${t}" rel="noopener noreferrer">${p(e.link)}</a>`}var I={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ve(e,t,r){let[i]=e.series,n=e.series.filter(({state:d})=>d==="not-regressed"),o=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>_e(d,t,r),c=L(i.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${O(i)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>s`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${i.platform}</span>
    </p>
    ${Ze(e)} ${o.map(a)} ${Ye(n,a)}
  </section>`}function Ye(e,t){return e.length===0?s``:s`<details class="rest">
    <summary>${v(e.length,"metric")} not regressed</summary>
    ${e.map(t)}
  </details>`}function Ze(e){let t=oe(e);return t===""?s``:s`<p class="meaning">${t}</p>`}function _e(e,t,r){let i=t.get(e)??-1,n=Me(e),{mark:o,word:a}=I[n],c=k(e,r);return s`<details
    class="series ${n}"
    id="s${i}"
    data-series="${i}"
    data-state="${n}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${a}</span>
      <span class="metric">${p(ne(e))}</span>
      <span class="values">${T(e,c.unit)}</span>
      <span class="change">${B(e,c.unit)}</span>
      ${we(e,c.direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",C(e,c.unit)],["Allowed",J(e,c)],["Evidence",`${ae(e).join(". ")}.`],["Method",et(e)]].map(([d="",u=""])=>s`<div>
              <dt>${d}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function et({evidence:{degreesOfFreedom:e,method:t,p:r}}){return[t,r===void 0?"":tt(r),e===void 0?"":`${Number(e.toPrecision(3))} degrees of freedom`].filter(i=>i!=="").join(", ")}function tt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}l();function Ae({title:e,policy:t,head:r,body:i}){let n=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return s`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${n.join("; ")}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${e}</title>
        ${r}
      </head>
      <body>
        ${i}
      </body>
    </html> `.text}var rt=1e3;function Pe(e,t){let r=b(e),{back:i,front:n,title:o}=le(ue(e)),a=ve(e,rt),c=R(e.metrics),d=new Map(a.series.map((f,Ue)=>[f,Ue])),u=new Set(a.series.map(({metric:f})=>f)),m=e.metrics.filter(({name:f})=>u.has(f)).map(({name:f})=>[f,Y(f)]),h=N(`<style>${t.style}</style>`),S=N(`<script>${t.script}</script>`),$=N(`<script type="application/json" id="${xe}">${ye(a)}</script>`);return Ae({title:`${ie[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:h,body:s`<a class="skip" href="#series">Skip to the series</a>
      ${ot(e,o)}
      <main>
        ${F(n)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?s`<p>There are none.</p>`:s`${at(r,m)} ${nt}`}
          ${it(a.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${_(a.series,e.spans).map(f=>Ve(f,d,c))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${F(st(i))}
      </main>
      ${$} ${S}`})}var nt=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function it(e,t){if(e===t)return s``;let r=i=>i.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${r(e)} of ${r(t)} series; the JSON report holds all.
  </p>`}function st(e){return e.filter(({kind:t},r)=>t!=="table"&&!(t==="heading"&&e[r+1]?.kind==="table"))}function ot({build:e,conclusion:t},{sign:r,words:i}){let{before:n,after:o,links:a={}}=e,c=Object.entries(a).filter(([,d])=>/^https?:\/\//.test(d));return s`<header class="masthead ${t}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${e.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${p(i)}</h1>
    <p class="compared">
      ${Q(e)?"":s`<span class="before"
                ><bdi>${n.label}</bdi> <code>${M(n.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${o.label}</bdi> <code>${M(o.commit)}</code></span
      >
    </p>
    ${c.length===0?"":s`<p class="links">
            ${c.map(([d,u])=>s`<a href="${u}" rel="noopener noreferrer"><bdi>${d}</bdi></a> `)}
          </p>`}
  </header>`}function at(e,t){let r=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],i=r.reduce((n,[,o])=>n+o,0);return s`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${i.toLocaleString("en-US")}</b> all
      </button>
      ${r.map(([n,o])=>o===0?"":s`<button type="button" data-show="${n}" class="${n}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${I[n].mark}</span> ${I[n].word}
            </button>`)}
    </div>
    <div class="fields">
      <label
        >Search
        <input type="search" id="search" placeholder="test, span, annotation" autocomplete="off"
      /></label>
      <label
        >Metric
        <select id="metric">
          <option value="">all</option>
          ${t.map(([n,o])=>s`<option value="${n}">${o}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}l();var Re=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var ct=65536;function*Oe(e){let t="";for(let r of dt(e))t+=r,!(t.length<ct)&&(yield t,t="");yield t}function*dt(e){let t=n=>{let o=Re.indexOf(n);return o===-1?Re.length:o},r=Object.entries(e).filter(([,n])=>n!==void 0).sort(([n],[o])=>t(n)-t(o)||(n<o?-1:1)),i=`{
`;for(let[n,o]of r){if(yield`${i}  ${JSON.stringify(n)}: `,!Array.isArray(o))yield D(o);else if(o.length===0)yield"[]";else{for(let[a,c]of o.entries())yield`${a===0?"[":","}
    ${D(c)}`;yield`
  ]`}i=`,
`}yield`
}
`}function D(e){if(W(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(D).join(",")}]`;let t=e,r="";for(let i of Object.keys(t).sort()){let n=t[i];n!==void 0&&(r+=`,${JSON.stringify(i)}:${D(n)}`)}return`{${r.slice(1)}}`}function W(e){if(typeof e!="object"||e===null)return!0;if(Array.isArray(e))return e.every(W);let t=e,r="";return Object.keys(t).every(i=>{let n=r<=i&&W(t[i]);return r=i,n})}var Be={verdict:"verdict.json",page:"report.html"};function Te(e,t,r){let i=lt("sha256").update(r.script).digest("base64"),n=Le(e,Be.page);return Ce(Le(e,Be.verdict),Oe(t)),Ce(n,[Pe(t,{...r,scriptSha256:i})]),n}function Ce(e,t){mt(e,{recursive:!0,force:!0});let r=pt(e,"wx");try{for(let i of t)ft(r,i)}finally{ut(r)}}l();var G=10,Ne=5;function qe(e,t){let{file:r,moved:i}=t,n=R(e.metrics),o=b(e),a=(c,d)=>[...Map.groupBy(d,({threshold:u})=>u.rule)].map(([u,m])=>ht(c,{rule:u,...bt(i?.get(u)??u,r)},m,n));return[...j([...gt(o,t),...a("error",o.regressions)]),...j([...$t(e,t),...a("warning",o.warnings)]),...j(a("notice",o.undecided.filter(Z)))]}function ht(e,{file:t,rule:r,line:i},n,o){let a=n.slice(0,Ne).map(h=>xt(h,o)),c=n.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=n.find(({threshold:h})=>h.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${y(d)}`),a.push(`Threshold: ${y(r)}`);let u=St(n,o);return{annotation:{level:e,file:t,startLine:i,title:u,message:a.join(`
`)},about:n.length}}function gt({brokenTests:e},t){return Fe("error",e,t,r=>`${v(r,"test fails","tests fail")} and passed before`)}function $t({build:e,tests:t},r){let i=new Set(de(t,e)),n=t.filter(({name:o})=>i.has(o));return Fe("warning",n,r,o=>`Undecided: ${v(o,"test")} never passed before the change`)}function Fe(e,t,{file:r,placeOfTest:i},n){return[...Map.groupBy(t,({name:a})=>Ie(i?.get(a)??""))].map(([a,c])=>{let d=n(c.length),u=yt(c);return{annotation:{level:e,file:r,startLine:a,title:d,message:u},about:c.length}})}function yt(e){let t=e.slice(0,Ne),r=t.map(n=>`${y(n.name)}: ${se(n)}`),i=e.length-t.length;return[...r,...i>0?[`\u2026 and ${i} more tests`]:[]].join(`
`)}function bt(e,t){let r=X(e);return{file:r===""||t.endsWith(r)?t:r,line:Ie(e)}}function Ie(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function j(e){let t=e.slice(G);return e.slice(0,G).map(({annotation:r},i)=>{if(t.length===0||i<G-1)return r;let n=t.reduce((a,{about:c})=>a+c,0),o=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${n.toLocaleString("en-US")} series, in the job summary`;return{...r,message:`${r.message}
${o}`}})}var wt=200;function St(e,t){let[r]=e;if(r===void 0)return"";let i=k(r,t),n=`${E(r.metric)} ${B(r,i.unit)}`.trim(),o=`${J(r,i)} is allowed`;return e.length===1?`${Je(r)}: ${n}, ${o}`:`${Je(r)}: ${e.length.toLocaleString("en-US")} series, first ${n}, ${o}`}function Je({state:e,blocking:t,threshold:r}){return e==="undecided"?"Undecided":t?"Worse":r.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${r.mutedUntil}`}function xt(e,t){let{unit:r}=k(e,t),i=P([O(e),...L(e.annotations)].join(" "),wt),n=C(e,r),o=e.state==="undecided"?`; ${y(K(e))}`:"";return`${i}: ${E(e.metric)} ${T(e,r)}${n===""?"":`, ${n}`}${o}`}async function De(e,t,r){let{folder:i}=r,{log:n,notes:o,request:a}=e,{verdict:c}=t,d=t.held!==void 0&&a.failOn!=="never";d&&o.push(`Held: ${t.held}. A person has to review that, so this job fails`),n.output("verdict",c.conclusion),n.output("exit-code",String(t.exitCode)),n.output("report-path",i),Te(i,c,e.bundle.readPageAssets());let u=new Map(e.suite.tests.flatMap(({name:$,where:f})=>f===void 0?[]:[[$,f]])),{moved:m}=e,h={file:a.config,placeOfTest:u,moved:m};for(let $ of qe(c,h))n.annotate($);let{failed:S}=await e.messages.showVerdict(e,t,r);return n.say(c.headline),Mt(c,a.failOn)?t.exitCode:d?x(n,"undecided",g.undecided):S?x(n,"incomplete",g.wrongUsage):g.nothingRegressed}function Mt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Xr(e){let{ci:t,log:r,request:i,suite:n}=e,o=await e.readCheck?.();if(o==="passed")return vt(r);let{record:a,runFolder:c}=await ge(e,o);r.output("run-id",a.id);let d=await pe(e,c),{targetBranch:u}=t,m=he(a,{suite:n,base:e.base,leastPlan:n,mayLeaveOut:i.affected==="auto",targetBranch:u,facts:{links:{run:t.url}},problems:e.problems});if(i.shard.total===1){e.notes.push(...kt(d));let{stored:h}=d,S=h===void 0?[]:[h.name],$=await De(e,m,{folder:c,artifacts:S});return i.failOn==="never"&&H(d),$}return r.output("verdict",m.verdict.conclusion),r.output("exit-code",String(m.exitCode)),r.output("report-path",c),await e.messages.showShard(e,a,m.verdict,d),m.exitCode===g.regressed&&r.warn(`${m.verdict.headline} (this shard alone; the report decides)`),H(d),me(a,d)?g.nothingRegressed:x(r,"incomplete",g.couldNotMeasure)}function vt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(g.nothingRegressed)),g.nothingRegressed}function kt(e){let{stored:t,why:r,emission:i}=e,n=[];return t===void 0&&n.push(`the results could not be uploaded: ${r??"no reason is known"}`),i.kind==="spooled"&&n.push(fe(e,i)),n}export{De as a,Xr as b,vt as c,kt as d};
