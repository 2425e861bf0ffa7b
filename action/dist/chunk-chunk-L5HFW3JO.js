import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as y,b as X,c as Y,e as ee,f as te,g as ie,i as se,o as oe,t as ce,u as de}from"./chunk-chunk-KRER4TGW.js";import{b as me,f as fe}from"./chunk-chunk-SIJBKPOV.js";import{f as x,n as Z,o as _,p as le,q as pe,r as ue}from"./chunk-chunk-BYFTYIJV.js";import{Bb as re,Ga as U,I as k,N as Q,Nb as ae,a as g,d as j,db as R,e as M,eb as v,gb as O,hb as L,jb as E,k as K,kb as B,nb as C,pb as T,rb as J,v as z,wb as ne,x as $,y as P}from"./chunk-chunk-GYOJ6KG2.js";import{i as l}from"./chunk-chunk-LSNGF3TE.js";l();l();l();import{createHash as ct}from"node:crypto";import{closeSync as dt,openSync as lt,rmSync as pt,writeFileSync as ut}from"node:fs";import{join as Re}from"node:path";l();l();l();l();var V=class{text;constructor(t){this.text=t}},De={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ue(e){return $(e).replace(/[&<>"']/g,t=>De[t]??"")}function s(e,...t){let n=e.map((i,r)=>{let o=i.replace(/\n\s*/g,`
`);return r<t.length?o+he(t[r]??""):o});return new V(n.join(""))}function N(e){return new V(e)}function he(e){return e instanceof V?e.text:typeof e=="string"?Ue(e):typeof e=="number"?String(e):e.map(he).join("")}function ge(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var A=120,b=18,$e=Math.log(1.5);function ye(e,t){let{change:n,interval:i}=e.evidence;if(n===void 0)return s``;let r=q(i?.lower??(i===void 0?n:-1)),o=q(i?.upper??(i===void 0?n:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${A} ${b}"
    width="${A}"
    height="${b}"
    aria-hidden="true"
  >
    <path class="zero" d="M${A/2} 0V${b}" />
    ${Ee(e,t)}
    <path class="range" d="M${r} ${b/2}H${Math.max(o,r+1)}" />
    ${He(n)}
  </svg>`}function Ee(e,t){let n=e.before.location,i=ee(e,t);return i===void 0||n===void 0||n===0?s``:s`<path class="limit" d="M${q(i/n-1)} 2V${b-2}" />`}function He(e){let t=q(e),n=b/2;if(Math.abs(be(e))<=$e)return s`<circle cx="${t}" cy="${n}" r="3.5" />`;let i=e>0?-7:7;return s`<path class="beyond" d="M${t} ${n}l${i} -5v10z" />`}function be(e){return e<=-1?-1/0:Math.log1p(e)}function q(e){let t=Math.max(-1,Math.min(1,be(e)/$e));return Math.round((A/2+t*(A/2-4))*10)/10}l();var we="perigee-data";function Se({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Ge(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],i=[];for(let r of n)i.push(...r.slice(0,t-i.length));return i}function xe(e,t){let n=Ge(y(e),t),{metrics:i,spreads:r=[]}=e,o=new Set(r.length===0?[]:n.map(U));return{metrics:i,series:n,spreads:r.filter(a=>o.has(U(a)))}}l();function F(e){return s`${e.map(We)}`}function We(e){switch(e.kind){case"heading":return e.level===4?s`<h3>${u(e.text)}</h3>`:s`<h2>${u(e.text)}</h2>`;case"paragraph":return s`<p>${u(e.text)}</p>`;case"small":return s`<p class="quiet">${u(e.text)}</p>`;case"note":return s`<div class="note ${e.tone}">
        ${e.lines.map(t=>s`<p>${u(t)}</p>`)}
      </div>`;case"list":return s`<ul class="plain">
          ${e.items.map(({quoted:t=[],text:n})=>s`<li>
                ${u(n)}${t.map(i=>s`<samp class="quoted">${i}</samp>`)}
              </li>`)}
        </ul>
        ${Me(e.more,e.what)}`;case"table":return s`<div class="scroll" tabindex="0" role="group" aria-label="${e.what}">
          <table class="changes">
            <thead>
              <tr>
                ${e.columns.map(t=>s`<th scope="col">${t}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${e.rows.map(t=>je(t,e.columns.length))}
            </tbody>
          </table>
        </div>
        ${Me(e.more,e.what)}`;case"fold":return s`<details class="more">
        <summary>${e.title}</summary>
        ${F(e.blocks)}
      </details>`;case"code":return s`${e.lines.map(t=>s`<samp class="quoted">${t}</samp>`)}`;case"chart":return s``}}function je({below:e=[],cells:t,isGroup:n=!1},i){let[r="",...o]=t;return n?s`<tr class="group">
      <th scope="rowgroup" colspan="${i}">${u(r)}</th>
    </tr>`:s`<tr>
    <th scope="row">
      ${u(r)}${e.map(a=>s`<samp class="quoted">${a}</samp>`)}
    </th>
    ${o.map(a=>s`<td>${u(a)}</td>`)}
  </tr>`}function Me(e,t){return e===void 0||e===0?s``:s`<p class="quiet">${_(e,t)}</p>`}function u(e){return s`${Z(e).map(ze)}`}var Ke=/`([^`]+)`/;function ze(e){if(typeof e=="string")return s`${e.split(Ke).map((n,i)=>i%2===0?n:s`<code>${n}</code>`)}`;if("code"in e)return s`<bdi><code>${e.code}</code></bdi>`;if("figure"in e)return s`<span class="figure">${e.figure}</span>`;if("sign"in e)return s`${e.sign}`;if("commit"in e)return s`<code
      >${j(e.commit)?M(e.commit):P(e.commit,64)}</code
    >`;if("bold"in e)return s`<b>${u(e.bold)}</b>`;let t=oe(e.url);return t===void 0?u(e.link):s`<a href="${t}" rel="noopener noreferrer">${u(e.link)}</a>`}var I={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function ke(e,t,n){let[i]=e.series,r=e.series.filter(({state:d})=>d==="not-regressed"),o=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>Ye(d,t,n),c=L(i.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${O(i)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>s`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${i.platform}</span>
    </p>
    ${Xe(e)} ${o.map(a)} ${Qe(r,a)}
  </section>`}function Qe(e,t){return e.length===0?s``:s`<details class="rest">
    <summary>${k(e.length,"metric")} not regressed</summary>
    ${e.map(t)}
  </details>`}function Xe(e){let t=ie(e);return t===""?s``:s`<p class="meaning">${t}</p>`}function Ye(e,t,n){let i=t.get(e)??-1,r=Se(e),{mark:o,word:a}=I[r],c=v(e,n);return s`<details
    class="series ${r}"
    id="s${i}"
    data-series="${i}"
    data-state="${r}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${a}</span>
      <span class="metric">${u(te(e))}</span>
      <span class="values">${T(e,c.unit)}</span>
      <span class="change">${B(e,c.unit)}</span>
      ${ye(e,c.direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",C(e,c.unit)],["Allowed",J(e,c)],["Evidence",`${se(e).join(". ")}.`],["Method",Ze(e)]].map(([d="",p=""])=>s`<div>
              <dt>${d}</dt>
              <dd><bdi>${p}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Ze({evidence:{degreesOfFreedom:e,method:t,p:n}}){return[t,n===void 0?"":_e(n),e===void 0?"":`${Number(e.toPrecision(3))} degrees of freedom`].filter(i=>i!=="").join(", ")}function _e(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}l();function ve({title:e,policy:t,head:n,body:i}){let r=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return s`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${r.join("; ")}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${e}</title>
        ${n}
      </head>
      <body>
        ${i}
      </body>
    </html> `.text}var et=1e3;function Ve(e,t){let n=y(e),{back:i,front:r,title:o}=ce(de(e)),a=xe(e,et),c=R(e.metrics),d=new Map(a.series.map((f,Ie)=>[f,Ie])),p=new Set(a.series.map(({metric:f})=>f)),m=e.metrics.filter(({name:f})=>p.has(f)).map(({name:f})=>[f,Q(f)]),h=N(`<style>${t.style}</style>`),w=N(`<script>${t.script}</script>`),S=N(`<script type="application/json" id="${we}">${ge(a)}</script>`);return ve({title:`${ne[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:h,body:s`<a class="skip" href="#series">Skip to the series</a>
      ${it(e,o)}
      <main>
        ${F(r)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?s`<p>There are none.</p>`:s`${st(n,m)} ${tt}`}
          ${nt(a.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${Y(a.series,e.spans).map(f=>ke(f,d,c))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${F(rt(i))}
      </main>
      ${S} ${w}`})}var tt=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function nt(e,t){if(e===t)return s``;let n=i=>i.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}function rt(e){return e.filter(({kind:t},n)=>t!=="table"&&!(t==="heading"&&e[n+1]?.kind==="table"))}function it({build:e,conclusion:t},{sign:n,words:i}){let{before:r,after:o,links:a={}}=e,c=Object.entries(a).filter(([,d])=>/^https?:\/\//.test(d));return s`<header class="masthead ${t}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${e.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${u(i)}</h1>
    <p class="compared">
      ${z(e)?"":s`<span class="before"
                ><bdi>${r.label}</bdi> <code>${M(r.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${o.label}</bdi> <code>${M(o.commit)}</code></span
      >
    </p>
    ${c.length===0?"":s`<p class="links">
            ${c.map(([d,p])=>s`<a href="${p}" rel="noopener noreferrer"><bdi>${d}</bdi></a> `)}
          </p>`}
  </header>`}function st(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],i=n.reduce((r,[,o])=>r+o,0);return s`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${i.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([r,o])=>o===0?"":s`<button type="button" data-show="${r}" class="${r}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${I[r].mark}</span> ${I[r].word}
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
          ${t.map(([r,o])=>s`<option value="${r}">${o}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}l();var Ae=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var ot=65536;function*Pe(e){let t="";for(let n of at(e))t+=n,!(t.length<ot)&&(yield t,t="");yield t}function*at(e){let t=r=>{let o=Ae.indexOf(r);return o===-1?Ae.length:o},n=Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[o])=>t(r)-t(o)||(r<o?-1:1)),i=`{
`;for(let[r,o]of n){if(yield`${i}  ${JSON.stringify(r)}: `,!Array.isArray(o))yield D(o);else if(o.length===0)yield"[]";else{for(let[a,c]of o.entries())yield`${a===0?"[":","}
    ${D(c)}`;yield`
  ]`}i=`,
`}yield`
}
`}function D(e){if(H(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(D).join(",")}]`;let t=e,n="";for(let i of Object.keys(t).sort()){let r=t[i];r!==void 0&&(n+=`,${JSON.stringify(i)}:${D(r)}`)}return`{${n.slice(1)}}`}function H(e){if(typeof e!="object"||e===null)return!0;if(Array.isArray(e))return e.every(H);let t=e,n="";return Object.keys(t).every(i=>{let r=n<=i&&H(t[i]);return n=i,r})}var Oe={verdict:"verdict.json",page:"report.html"};function Be(e,t,n){let i=ct("sha256").update(n.script).digest("base64"),r=Re(e,Oe.page);return Le(Re(e,Oe.verdict),Pe(t)),Le(r,[Ve(t,{...n,scriptSha256:i})]),r}function Le(e,t){pt(e,{recursive:!0,force:!0});let n=lt(e,"wx");try{for(let i of t)ut(n,i)}finally{dt(n)}}l();var G=10,Te=5;function Je(e,t){let{file:n,moved:i}=t,r=R(e.metrics),o=y(e),a=(c,d)=>[...Map.groupBy(d,({threshold:p})=>p.rule)].map(([p,m])=>mt(c,{file:n,rule:p,line:qe(i?.get(p)??p)},m,r));return[...W([...ft(o,t),...a("error",o.regressions)]),...W([...ht(e,t),...a("warning",o.warnings)]),...W(a("notice",o.undecided.filter(X)))]}function mt(e,{file:t,rule:n,line:i},r,o){let a=r.slice(0,Te).map(h=>bt(h,o)),c=r.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=r.find(({threshold:h})=>h.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${$(d)}`),a.push(`Threshold: ${$(n)}`);let p=yt(r,o);return{annotation:{level:e,file:t,startLine:i,title:p,message:a.join(`
`)},about:r.length}}function ft({brokenTests:e},t){return Ne("error",e,t,n=>`${k(n,"test fails","tests fail")} and passed before`)}function ht({build:e,tests:t},n){let i=new Set(ae(t,e)),r=t.filter(({name:o})=>i.has(o));return Ne("warning",r,n,o=>`Undecided: ${k(o,"test")} never passed before the change`)}function Ne(e,t,{file:n,placeOfTest:i},r){return[...Map.groupBy(t,({name:a})=>qe(i?.get(a)??""))].map(([a,c])=>{let d=r(c.length),p=gt(c);return{annotation:{level:e,file:n,startLine:a,title:d,message:p},about:c.length}})}function gt(e){let t=e.slice(0,Te),n=t.map(r=>`${$(r.name)}: ${re(r)}`),i=e.length-t.length;return[...n,...i>0?[`\u2026 and ${i} more tests`]:[]].join(`
`)}function qe(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function W(e){let t=e.slice(G);return e.slice(0,G).map(({annotation:n},i)=>{if(t.length===0||i<G-1)return n;let r=t.reduce((a,{about:c})=>a+c,0),o=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${r.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${o}`}})}var $t=200;function yt(e,t){let[n]=e;if(n===void 0)return"";let i=v(n,t),r=`${E(n.metric)} ${B(n,i.unit)}`.trim(),o=`${J(n,i)} is allowed`;return e.length===1?`${Ce(n)}: ${r}, ${o}`:`${Ce(n)}: ${e.length.toLocaleString("en-US")} series, first ${r}, ${o}`}function Ce({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function bt(e,t){let{unit:n}=v(e,t),i=P([O(e),...L(e.annotations)].join(" "),$t),r=C(e,n),o=e.state==="undecided"?`; ${$(K(e))}`:"";return`${i}: ${E(e.metric)} ${T(e,n)}${r===""?"":`, ${r}`}${o}`}async function Fe(e,t,n){let{folder:i}=n,{log:r,notes:o,request:a}=e,{verdict:c}=t,d=t.held!==void 0&&a.failOn!=="never";d&&o.push(`Held: ${t.held}. A person has to review that, so this job fails`),r.output("verdict",c.conclusion),r.output("exit-code",String(t.exitCode)),r.output("report-path",i),Be(i,c,e.bundle.readPageAssets());let p=new Map(e.suite.tests.flatMap(({name:S,where:f})=>f===void 0?[]:[[S,f]])),{moved:m}=e,h={file:a.config,placeOfTest:p,moved:m};for(let S of Je(c,h))r.annotate(S);let{failed:w}=await e.messages.showVerdict(e,t,n);return r.say(c.headline),wt(c,a.failOn)?t.exitCode:d?x(r,"undecided",g.undecided):w?x(r,"incomplete",g.wrongUsage):g.nothingRegressed}function wt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Kn(e){let{ci:t,log:n,request:i,suite:r}=e,o=await e.readCheck?.();if(o==="passed")return St(n);let{record:a,runFolder:c}=await fe(e,o);n.output("run-id",a.id);let d=await le(e,c),{targetBranch:p}=t,m=me(a,{suite:r,base:e.base,leastPlan:r,mayLeaveOut:i.affected==="auto",targetBranch:p,facts:{links:{run:t.url}},problems:e.problems});if(i.shard.total===1){e.notes.push(...xt(d));let{stored:h}=d,w=h===void 0?[]:[h.name];return Fe(e,m,{folder:c,artifacts:w})}return n.output("verdict",m.verdict.conclusion),n.output("exit-code",String(m.exitCode)),n.output("report-path",c),await e.messages.showShard(e,a,m.verdict,d),m.exitCode===g.regressed&&n.warn(`${m.verdict.headline} (this shard alone; the report decides)`),pe(a,d)?g.nothingRegressed:x(n,"incomplete",g.couldNotMeasure)}function St(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(g.nothingRegressed)),g.nothingRegressed}function xt(e){let{stored:t,why:n,emission:i}=e,r=[];return t===void 0&&r.push(`the results could not be uploaded: ${n??"no reason is known"}`),i.kind==="spooled"&&r.push(ue(e,i)),r}export{Fe as a,Kn as b,St as c,xt as d};
