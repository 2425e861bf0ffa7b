import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{A as Me,a as x,b as se,c as ae,e as ce,f as de,g as pe,h as fe,i as ge,j as he,k as $e,l as ye,m as be,o as we,u as Se,z as ke}from"./chunk-chunk-SVGW7AMQ.js";import{b as Ve,f as Oe}from"./chunk-chunk-DTYK3UUT.js";import{f as v,n as L,o as z,p as ve,q as Pe,r as K,s as Re}from"./chunk-chunk-X42R3HFP.js";import{Bb as J,Db as q,Fb as H,Kb as ue,La as R,M as re,N as P,Pb as me,S as oe,Zb as xe,a as $,d as B,e as w,jb as ie,k as te,lb as W,qb as le,rb as E,sb as V,ub as N,v as ne,vb as F,x as f,xb as O,y,yb as I}from"./chunk-chunk-BF5GTW65.js";import{i as d}from"./chunk-chunk-4YIY7MW5.js";d();d();d();import{createHash as Tt}from"node:crypto";import{closeSync as At,openSync as Ct,rmSync as Bt,writeFileSync as Lt}from"node:fs";import{join as De}from"node:path";d();d();d();var T=class{text;constructor(t){this.text=t}},ot={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function it(e){return f(e).replace(/[&<>"']/g,t=>ot[t]??"")}function i(e,...t){let n=e.map((o,r)=>{let s=o.replace(/\n\s*/g,`
`);return r<t.length?s+Te(t[r]??""):s});return new T(n.join(""))}function j(e){return new T(e)}function Te(e){return e instanceof T?e.text:typeof e=="string"?it(e):typeof e=="number"?String(e):e.map(Te).join("")}function Ae(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}d();function k(e){return i`${e.map(st)}`}function st(e){switch(e.kind){case"heading":return e.level===4?i`<h3>${p(e.text)}</h3>`:i`<h2>${p(e.text)}</h2>`;case"paragraph":return i`<p>${p(e.text)}</p>`;case"small":return i`<p class="quiet">${p(e.text)}</p>`;case"note":return i`<div class="note ${e.tone}">
        ${e.lines.map(t=>i`<p>${p(t)}</p>`)}
      </div>`;case"list":return i`<ul class="plain">
          ${e.items.map(({id:t,quoted:n=[],text:o})=>i`<li ${t===void 0?"":i`id="${t}"`}>
                ${p(o)}${n.map(r=>i`<samp class="quoted">${r}</samp>`)}
              </li>`)}
        </ul>
        ${Ce(e.more,e.what)}`;case"table":return i`<div class="scroll" tabindex="0" role="group" aria-label="${e.what}">
          <table class="changes">
            <thead>
              <tr>
                ${e.columns.map(t=>t===""?i`<td></td>`:i`<th scope="col">${p(t)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${e.rows.map(t=>at(t,e.columns.length))}
            </tbody>
          </table>
        </div>
        ${Ce(e.more,e.what)}`;case"fold":return i`<details class="more">
        <summary>${e.title}</summary>
        ${k(e.blocks)}
      </details>`;case"code":return i`${e.lines.map(t=>i`<samp class="quoted">${t}</samp>`)}`;case"chart":return i``}}function at({below:e=[],cells:t,isGroup:n=!1},o){let[r="",...s]=t;return n?i`<tr class="group">
      <th scope="rowgroup" colspan="${o}">${p(r)}</th>
    </tr>`:i`<tr>
    <th scope="row">
      ${p(r)}${e.map(c=>i`<samp class="quoted">${c}</samp>`)}
    </th>
    ${s.map(c=>i`<td>${p(c)}</td>`)}
  </tr>`}function Ce(e,t){return e===void 0||e===0?i``:i`<p class="quiet">${z(e,t)}</p>`}function p(e){return i`${L(e).map(lt)}`}var ct=/`([^`]+)`/;function lt(e){if(typeof e=="string")return i`${e.split(ct).map((n,o)=>o%2===0?n:i`<code>${n}</code>`)}`;if("code"in e)return i`<bdi><code>${e.code}</code></bdi>`;if("figure"in e)return i`<span class="figure">${e.figure}</span>`;if("sign"in e)return i`${e.sign}`;if("commit"in e)return i`<code
      >${B(e.commit)?w(e.commit):y(e.commit,64)}</code
    >`;if("bold"in e)return i`<b>${p(e.bold)}</b>`;let t=/^#[a-z-]+$/.test(e.url)?e.url:Se(e.url);return t===void 0?p(e.link):i`<a href="${t}" rel="noopener noreferrer">${p(e.link)}</a>`}var _=30;function Be(e){if(e.length===0)return i``;let t=[...new Set(e.map(({of:n})=>`the ${n}`))].toSorted().reverse();return i`<section aria-labelledby="where">
    <h2 id="where">Where ${t.join(" and ")} ${t.length===1?"goes":"go"}</h2>
    ${e.map((n,o)=>[k(ye([n])),dt(n,o)])}
  </section>`}function dt(e,t){let n=pe(e.stacks??[]);if(n.length===0)return i``;let o=fe(e),r=a=>Math.abs(ge(a)),s=new Set(n.toSorted((a,l)=>r(l)-r(a)).slice(0,_)),c=`${o==="ns"?"Time":"Memory"} of each function with all that it calls`;return i`<details class="flames" data-explanation="${t}" ${t===0?"open":""}>
    <summary>Every function, before and after</summary>
    <div class="drawing"></div>
    <div class="scroll" tabindex="0" role="group" aria-label="${c}">
      <table class="changes tree">
        <caption>
          ${c}
        </caption>
        <thead>
          <tr>
            ${["Function","Before","After","Change"].map(a=>i`<th scope="col">${a}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${n.filter(a=>s.has(a)).map(a=>ut(a,o))}
        </tbody>
      </table>
      ${n.length>_?i`<noscript><p>The ${_} of ${n.length} that changed most.</p></noscript>`:""}
    </div>
  </details>`}function ut(e,t){return i`<tr style="--level: ${e.level}">
    <th scope="row"><code>${e.name}</code></th>
    ${he(e,t).map(n=>i`<td>${n}</td>`)}
  </tr>`}d();d();var A=120,M=18,Le=Math.log(1.5);function Ee(e,t){let{change:n,interval:o}=e.evidence;if(n===void 0)return i``;let r=G(o?.lower??(o===void 0?n:-1)),s=G(o?.upper??(o===void 0?n:1/0));return i`<svg
    class="interval"
    viewBox="0 0 ${A} ${M}"
    width="${A}"
    height="${M}"
    aria-hidden="true"
  >
    <path class="zero" d="M${A/2} 0V${M}" />
    ${mt(e,t)}
    <path class="range" d="M${r} ${M/2}H${Math.max(s,r+1)}" />
    ${pt(n)}
  </svg>`}function mt(e,t){let n=e.before.location,o=ce(e,t);return o===void 0||n===void 0||n===0?i``:i`<path class="limit" d="M${G(o/n-1)} 2V${M-2}" />`}function pt(e){let t=G(e),n=M/2;if(Math.abs(Ne(e))<=Le)return i`<circle cx="${t}" cy="${n}" r="3.5" />`;let o=e>0?-7:7;return i`<path class="beyond" d="M${t} ${n}l${o} -5v10z" />`}function Ne(e){return e<=-1?-1/0:Math.log1p(e)}function G(e){let t=Math.max(-1,Math.min(1,Ne(e)/Le));return Math.round((A/2+t*(A/2-4))*10)/10}d();var Fe="perigee-data";function Ie({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function ft(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],o=[];for(let r of n)o.push(...r.slice(0,t-o.length));return o}function Je(e,t){let n=ft(x(e),t),{explanations:o=[],metrics:r,spreads:s=[]}=e,c=new Set(s.length===0?[]:n.map(R));return{metrics:r,series:n,spreads:s.filter(a=>c.has(R(a))),explanations:o.map(gt)}}function gt({of:e,stacks:t=[],test:n}){let o=new Map,r=t.map(({after:s,before:c,caller:a=-1,name:l})=>{let u=o.get(l)??o.size;return o.set(l,u),[u,a,c,s]});return{test:n,of:e,names:[...o.keys()],stacks:r}}var U={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function qe(e,t,n,o){let[r]=e.series,s=r.state==="not-regressed"?"":o(r),c=e.series.filter(({state:m})=>m==="not-regressed"),a=e.series.filter(({state:m})=>m!=="not-regressed"),l=m=>yt(m,t,n),u=F(r.annotations);return i`<section class="span${a.length===0?" calm":""}">
    <h3><bdi>${N(r)}</bdi></h3>
    <p class="tags">
      ${u.map(m=>i`<span><bdi>${m}</bdi></span> `)}
      <span class="platform">${ie(r.platform)}</span>
    </p>
    ${s===""?"":i`<p class="meaning">${O(r.metric)} ${s}</p>`}
    ${$t(e)} ${a.map(l)} ${ht(c,l)}
  </section>`}function ht(e,t){return e.length===0?i``:i`<details class="rest">
    <summary>${P(e.length,"metric")} not regressed</summary>
    ${e.map(t)}
  </details>`}function $t(e){let t=be(e);return t===""?i``:i`<p class="meaning">${t}</p>`}function yt(e,t,n){let o=t.get(e)??-1,r=Ie(e),{mark:s,word:c}=U[r],a=V(e,n);return i`<details
    class="series ${r}"
    id="s${o}"
    data-series="${o}"
    data-state="${r}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${s}</span> ${c}</span>
      <span class="metric">${p(de(e))}</span>
      <span class="values">${q(e,a.unit)}</span>
      <span class="change">${I(e,a.unit)}</span>
      ${Ee(e,a.direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",J(e,a.unit)],["Allowed",H(e,a)],["Evidence",`${we(e).join(". ")}.`],["Method",bt(e)]].map(([l="",u=""])=>i`<div>
              <dt>${l}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function bt({evidence:{degreesOfFreedom:e,method:t,p:n}}){return[t,n===void 0?"":wt(n),e===void 0?"":`${Number(e.toPrecision(3))} degrees of freedom`].filter(o=>o!=="").join(", ")}function wt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}d();function He({title:e,policy:t,head:n,body:o}){let r=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return i`<!doctype html>
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
        ${o}
      </body>
    </html> `.text}var St=1e3;function je(e,t){let n=x(e),{back:o,front:r,title:s}=ke(Me(e)),c=Je(e,St),a=E(e.metrics),l=new Map(c.series.map((h,rt)=>[h,rt])),u=new Set(c.series.map(({metric:h})=>h)),m=e.metrics.filter(({name:h})=>u.has(h)).map(({name:h})=>[h,oe(h)]),g=xt(ae(c.series,e.spans)),S=le(e),b=j(`<style>${t.style}</style>`),C=j(`<script>${t.script}</script>`),nt=j(`<script type="application/json" id="${Fe}">${Ae(c)}</script>`);return He({title:`${ue[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:b,body:i`<a class="skip" href="#series">Skip to the series</a>
      ${Pt(e,s)}
      <main>
        ${k(r)} ${Be(e.explanations??[])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${c.series.length===0?i`<p>There are none.</p>`:i`${Rt(n,m)} ${kt}`}
          ${Mt(c.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${g.map(h=>qe(h,l,a,S))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${k(vt(o))}
      </main>
      ${nt} ${C}`})}function xt(e){return[...Map.groupBy(e,({series:[n]})=>R({...n,platform:""})).values()].flat()}var kt=i`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Mt(e,t){if(e===t)return i``;let n=o=>o.toLocaleString("en-US");return i`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}function vt(e){return e.filter(({kind:t},n)=>t!=="table"&&!(t==="heading"&&e[n+1]?.kind==="table"))}function Pt({build:e,conclusion:t},{sign:n,words:o}){let{before:r,after:s,links:c={}}=e,a=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return i`<header class="masthead ${t}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${e.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${p(o)}</h1>
    <p class="compared">
      ${ne(e)?"":i`<span class="before"
                ><bdi>${r.label}</bdi> <code>${w(r.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${w(s.commit)}</code></span
      >
    </p>
    ${a.length===0?"":i`<p class="links">
            ${a.map(([l,u])=>i`<a href="${u}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Rt(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],o=n.reduce((r,[,s])=>r+s,0);return i`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${o.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([r,s])=>s===0?"":i`<button type="button" data-show="${r}" class="${r}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${U[r].mark}</span> ${U[r].word}
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
          ${t.map(([r,s])=>i`<option value="${r}">${s}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}d();var Ge=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var Vt=65536;function*Ue(e){let t="";for(let n of Ot(e))t+=n,!(t.length<Vt)&&(yield t,t="");yield t}function*Ot(e){let t=r=>{let s=Ge.indexOf(r);return s===-1?Ge.length:s},n=Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[s])=>t(r)-t(s)||(r<s?-1:1)),o=`{
`;for(let[r,s]of n){if(yield`${o}  ${JSON.stringify(r)}: `,!Array.isArray(s))yield D(s);else if(s.length===0)yield"[]";else{for(let[c,a]of s.entries())yield`${c===0?"[":","}
    ${D(a)}`;yield`
  ]`}o=`,
`}yield`
}
`}function D(e){if(Q(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(D).join(",")}]`;let t=e,n="";for(let o of Object.keys(t).sort()){let r=t[o];r!==void 0&&(n+=`,${JSON.stringify(o)}:${D(r)}`)}return`{${n.slice(1)}}`}function Q(e){if(typeof e!="object"||e===null)return!0;if(Array.isArray(e))return e.every(Q);let t=e,n="";return Object.keys(t).every(o=>{let r=n<=o&&Q(t[o]);return n=o,r})}var We={verdict:"verdict.json",page:"report.html"};function Ke(e,t,n){let o=Tt("sha256").update(n.script).digest("base64"),r=De(e,We.page);return ze(De(e,We.verdict),Ue(t)),ze(r,[je(t,{...n,scriptSha256:o})]),r}function ze(e,t){Bt(e,{recursive:!0,force:!0});let n=Ct(e,"wx");try{for(let o of t)Lt(n,o)}finally{At(n)}}d();d();d();var Et={"\u2705":"\u2713","\u274C":"\u2717","\u26A0\uFE0F":"!","\u23F3":"\u2026","\u21AA\uFE0F":"\u2192","\u2754":"?"};function X(e){return L(e).map(Nt).join("")}function Nt(e){return typeof e=="string"?f(e):"code"in e?f(e.code):"figure"in e?f(e.figure):"sign"in e?Et[e.sign]??"":"commit"in e?B(e.commit)?w(e.commit):y(e.commit,64):X("bold"in e?e.bold:e.link)}var Y=10,Xe=5,_e=3;function Ye(e,t){let{file:n,moved:o}=t,r=E(e.metrics),s=x(e),c=(a,l)=>[...Map.groupBy(l,({threshold:u})=>u.rule)].map(([u,m])=>Ft(a,{rule:u,...jt(o?.get(u)??u,n)},m,r));return[...It(e,s),...Z([...Jt(s,t),...c("error",s.regressions)]),...Z([...qt(e,t),...c("warning",s.warnings)]),...Z(c("notice",s.undecided.filter(se)))]}function Ft(e,{file:t,rule:n,line:o},r,s){let c=r.slice(0,Xe).map(g=>Ut(g,s)),a=r.length-c.length;a>0&&c.push(`\u2026 and ${a.toLocaleString("en-US")} more series`);let l=r.find(({threshold:g})=>g.owner!==void 0)?.threshold.owner;l!==void 0&&c.push(`Owner: ${f(l)}`),c.push(`Threshold: ${f(n)}`);let u=Gt(r,s);return{annotation:{level:e,file:t,startLine:o,title:u,message:c.join(`
`)},about:r.length}}function It({explanations:e=[]},t){let n=new Set(t.regressions.map(({test:r})=>r)),o=new Set([...n,...t.warnings.map(({test:r})=>r)]);return e.filter(({test:r})=>o.has(r)).flatMap(r=>r.functions.slice(0,_e).flatMap(s=>{let{line:c,path:a,touched:l}=s;if(a===void 0||/^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(a)||c===void 0||l===void 0)return[];let m=`Slower: ${y(s.name,ee)}`,g=`${y(r.test,ee)}: ${X($e(s,r))}`;return[{level:n.has(r.test)?"error":"warning",file:f(a),startLine:c,title:m,message:g}]})).slice(0,_e)}function Jt({brokenTests:e},t){return Ze("error",e,t,n=>`${P(n,"test fails","tests fail")} and passed before`)}function qt({build:e,tests:t},n){let o=new Set(xe(t,e)),r=t.filter(s=>o.has(W(s)));return Ze("warning",r,n,s=>`Undecided: ${P(s,"test")} never passed before the change`)}function Ze(e,t,{file:n,placeOfTest:o},r){return[...Map.groupBy(t,({name:c})=>et(o?.get(c)??""))].map(([c,a])=>{let l=r(a.length),u=Ht(a);return{annotation:{level:e,file:n,startLine:c,title:l,message:u},about:a.length}})}function Ht(e){let t=e.slice(0,Xe),n=t.map(r=>`${f(W(r))}: ${me(r)}`),o=e.length-t.length;return[...n,...o>0?[`\u2026 and ${o} more tests`]:[]].join(`
`)}function jt(e,t){let n=re(e);return{file:n===""||t.endsWith(n)?t:n,line:et(e)}}function et(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function Z(e){let t=e.slice(Y);return e.slice(0,Y).map(({annotation:n},o)=>{if(t.length===0||o<Y-1)return n;let r=t.reduce((c,{about:a})=>c+a,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${r.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var ee=200;function Gt(e,t){let[n]=e;if(n===void 0)return"";let o=V(n,t),r=`${O(n.metric)} ${I(n,o.unit)}`.trim(),s=`${H(n,o)} is allowed`;return e.length===1?`${Qe(n)}: ${r}, ${s}`:`${Qe(n)}: ${e.length.toLocaleString("en-US")} series, first ${r}, ${s}`}function Qe({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function Ut(e,t){let{unit:n}=V(e,t),o=y([N(e),...F(e.annotations)].join(" "),ee),r=J(e,n),s=e.state==="undecided"?`; ${f(te(e))}`:"";return`${o}: ${O(e.metric)} ${q(e,n)}${r===""?"":`, ${r}`}${s}`}async function tt(e,t,n){let{folder:o}=n,{log:r,notes:s,request:c}=e,{verdict:a}=t,l=t.held!==void 0&&c.failOn!=="never";l&&s.push(`Held: ${t.held}. A person has to review that, so this job fails`),r.output("verdict",a.conclusion),r.output("exit-code",String(t.exitCode)),r.output("report-path",o),Ke(o,a,e.bundle.readPageAssets());let u=new Map(e.suite.tests.flatMap(({name:b,where:C})=>C===void 0?[]:[[b,C]])),{moved:m}=e,g={file:c.config,placeOfTest:u,moved:m};for(let b of Ye(a,g))r.annotate(b);let{failed:S}=await e.messages.showVerdict(e,t,n);return r.say(a.headline),Dt(a,c.failOn)?t.exitCode:l?v(r,"undecided",$.undecided):S?v(r,"incomplete",$.wrongUsage):$.nothingRegressed}function Dt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Kr(e){let{ci:t,log:n,request:o,suite:r}=e,s=await e.readCheck?.();if(s==="passed")return Wt(n);let{record:c,runFolder:a}=await Oe(e,s);n.output("run-id",c.id);let l=await ve(e,a),{targetBranch:u}=t,m=Ve(c,{suite:r,base:e.base,leastPlan:r,mayLeaveOut:o.affected==="auto",targetBranch:u,facts:{links:{run:t.url}},problems:e.problems});if(o.shard.total===1){e.notes.push(...zt(l));let{stored:g}=l,S=g===void 0?[]:[g.name],b=await tt(e,m,{folder:a,artifacts:S});return o.failOn==="never"&&K(l),b}return n.output("verdict",m.verdict.conclusion),n.output("exit-code",String(m.exitCode)),n.output("report-path",a),await e.messages.showShard(e,c,m.verdict,l),m.exitCode===$.regressed&&n.warn(`${m.verdict.headline} (this shard alone; the report decides)`),K(l),Pe(c,l)?$.nothingRegressed:v(n,"incomplete",$.couldNotMeasure)}function Wt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String($.nothingRegressed)),$.nothingRegressed}function zt(e){let{stored:t,why:n,emission:o}=e,r=[];return t===void 0&&r.push(`the results could not be uploaded: ${n??"no reason is known"}`),o.kind==="spooled"&&r.push(Re(e,o)),r}export{tt as a,Kr as b,Wt as c,zt as d};
