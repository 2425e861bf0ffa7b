import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{A as Et,B as Ft,a as wt,b as bt,c as St,d as xt,e as Mt,k as vt,l as kt,m as Pt,n as Rt,o as Ot,p as At,q as Vt,r as Tt,s as Ct,t as Lt,v as Bt}from"./chunk-chunk-SS7KXMOL.js";import{f as v,n as P,o as D,p as dt,q as mt,r as z,s as ut}from"./chunk-chunk-BEU2DUNE.js";import{b as lt,e as yt}from"./chunk-chunk-IHVWKSL4.js";import{$b as I,$c as gt,Ib as pt,Kb as h,Lb as y,Ma as it,Mb as B,Nb as R,P as nt,Pb as E,R as rt,Sb as O,Tb as F,U as H,X as ot,Xb as J,Y as L,Z as w,Zb as N,_c as W,a as $,bd as $t,dc as ft,ib as st,ic as ht,k,lb as at,mb as ct,s as tt,u as et,z as C}from"./chunk-chunk-E5XC4FFZ.js";import{i as d}from"./chunk-chunk-4YIY7MW5.js";d();d();d();import{createHash as Te}from"node:crypto";import{closeSync as Ce,openSync as Le,rmSync as Be,writeFileSync as Ee}from"node:fs";import{join as Qt}from"node:path";d();d();d();var A=class{text;constructor(e){this.text=e}},ae={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function ce(t){return h(t).replace(/[&<>"']/g,e=>ae[e]??"")}function i(t,...e){let n=t.map((r,o)=>{let s=r.replace(/\n\s*/g,`
`);return o<e.length?s+Jt(e[o]??""):s});return new A(n.join(""))}function j(t){return new A(t)}function Jt(t){return t instanceof A?t.text:typeof t=="string"?ce(t):typeof t=="number"?String(t):t.map(Jt).join("")}function Nt(t){return JSON.stringify(t).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}d();function b(t){return i`${t.map(le)}`}function le(t){switch(t.kind){case"heading":return t.level===4?i`<h3>${u(t.text)}</h3>`:i`<h2>${u(t.text)}</h2>`;case"paragraph":return i`<p>${u(t.text)}</p>`;case"small":return i`<p class="quiet">${u(t.text)}</p>`;case"note":return i`<div class="note ${t.tone}">
        ${t.lines.map(e=>i`<p>${u(e)}</p>`)}
      </div>`;case"list":return i`<ul class="plain">
          ${t.items.map(({id:e,quoted:n=[],text:r})=>i`<li ${e===void 0?"":i`id="${e}"`}>
                ${u(r)}${n.map(o=>i`<samp class="quoted">${o}</samp>`)}
              </li>`)}
        </ul>
        ${It(t.more,t.what)}`;case"table":return i`<div class="scroll" tabindex="0" role="group" aria-label="${t.what}">
          <table class="changes">
            <thead>
              <tr>
                ${t.columns.map(e=>e===""?i`<td></td>`:i`<th scope="col">${u(e)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${t.rows.map(e=>de(e,t.columns.length))}
            </tbody>
          </table>
        </div>
        ${It(t.more,t.what)}`;case"fold":return i`<details class="more">
        <summary>${t.title}</summary>
        ${b(t.blocks)}
      </details>`;case"code":return i`${t.lines.map(e=>i`<samp class="quoted">${e}</samp>`)}`;case"chart":return i``}}function de({below:t=[],cells:e,isGroup:n=!1},r){let[o="",...s]=e;return n?i`<tr class="group">
      <th scope="rowgroup" colspan="${r}">${u(o)}</th>
    </tr>`:i`<tr>
    <th scope="row">
      ${u(o)}${t.map(a=>i`<samp class="quoted">${a}</samp>`)}
    </th>
    ${s.map(a=>i`<td>${u(a)}</td>`)}
  </tr>`}function It(t,e){return t===void 0||t===0?i``:i`<p class="quiet">${D(t,e)}</p>`}function u(t){return i`${P(t).map(ue)}`}var me=/`([^`]+)`/;function ue(t){if(typeof t=="string")return i`${t.split(me).map((n,r)=>r%2===0?n:i`<code>${n}</code>`)}`;if("code"in t)return i`<bdi><code>${t.code}</code></bdi>`;if("figure"in t)return i`<span class="figure">${t.figure}</span>`;if("sign"in t)return i`${t.sign}`;if("commit"in t)return i`<code
      >${L(t.commit)?w(t.commit):y(t.commit,64)}</code
    >`;if("bold"in t)return i`<b>${u(t.bold)}</b>`;let e=/^#[\w-]+$/.test(t.url)?t.url:vt(t.url);return e===void 0?u(t.link):i`<a href="${e}" rel="noopener noreferrer">${u(t.link)}</a>`}var K=30;function Wt(t){if(t.length===0)return i``;let e=[...new Set(t.map(({of:n})=>`the ${n}`))].toSorted().reverse();return i`<section aria-labelledby="where">
    <h2 id="where">Where ${e.join(" and ")} ${e.length===1?"goes":"go"}</h2>
    ${t.map((n,r)=>[b(Tt([n])),pe(n,r)])}
  </section>`}function pe(t,e){let n=bt(t.stacks??[]);if(n.length===0)return i``;let r=St(t),o=c=>Math.abs(xt(c)),s=new Set(n.toSorted((c,l)=>o(l)-o(c)).slice(0,K)),a=`${r==="ns"?"Time":"Memory"} of each function with all that it calls`;return i`<details class="flames" data-explanation="${e}" ${e===0?"open":""}>
    <summary>Every function, before and after</summary>
    <div class="drawing"></div>
    <div class="scroll" tabindex="0" role="group" aria-label="${a}">
      <table class="changes tree">
        <caption>
          ${a}
        </caption>
        <thead>
          <tr>
            ${["Function","Before","After","Change"].map(c=>i`<th scope="col">${c}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${n.filter(c=>s.has(c)).map(c=>fe(c,r))}
        </tbody>
      </table>
      ${n.length>K?i`<noscript><p>The ${K} of ${n.length} that changed most.</p></noscript>`:""}
    </div>
  </details>`}function fe(t,e){return i`<tr style="--level: ${t.level}">
    <th scope="row"><code>${t.name}</code></th>
    ${Mt(t,e).map(n=>i`<td>${n}</td>`)}
  </tr>`}d();d();var V=120,S=18,jt=Math.log(1.5);function qt(t,e){let{change:n,interval:r}=t.evidence;if(n===void 0)return i``;let o=q(r?.lower??(r===void 0?n:-1)),s=q(r?.upper??(r===void 0?n:1/0));return i`<svg
    class="interval"
    viewBox="0 0 ${V} ${S}"
    width="${V}"
    height="${S}"
    aria-hidden="true"
  >
    <path class="zero" d="M${V/2} 0V${S}" />
    ${he(t,e)}
    <path class="range" d="M${o} ${S/2}H${Math.max(s,o+1)}" />
    ${ge(n)}
  </svg>`}function he(t,e){let n=t.before.location,r=Lt(t,e);return r===void 0||n===void 0||n===0?i``:i`<path class="limit" d="M${q(r/n-1)} 2V${S-2}" />`}function ge(t){let e=q(t),n=S/2;if(Math.abs(Gt(t))<=jt)return i`<circle cx="${e}" cy="${n}" r="3.5" />`;let r=t>0?-7:7;return i`<path class="beyond" d="M${e} ${n}l${r} -5v10z" />`}function Gt(t){return t<=-1?-1/0:Math.log1p(t)}function q(t){let e=Math.max(-1,Math.min(1,Gt(t)/jt));return Math.round((V/2+e*(V/2-4))*10)/10}var G={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ut(t,e){let[n]=t.series,r=n.state==="not-regressed"?"":e.compare(n),o=t.series.filter(({state:l})=>l==="not-regressed"),s=t.series.filter(({state:l})=>l!=="not-regressed"),a=l=>we(l,e),c=C(n.annotations);return i`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${E(n)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>i`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${nt(n.platform)}</span>
    </p>
    ${r===""?"":i`<p class="meaning">${O(n.metric)} ${r}</p>`}
    ${ye(t)} ${s.map(a)} ${$e(o,a)}
  </section>`}function $e(t,e){return t.length===0?i``:i`<details class="rest">
    <summary>${k(t.length,"metric")} not regressed</summary>
    ${t.map(e)}
  </details>`}function ye(t){let e=Ct(t);return e===""?i``:i`<p class="meaning">${e}</p>`}function we(t,{metrics:e,places:n}){let r=Pt(t),{mark:o,word:s}=G[r],a=R(t,e);return i`<details
    class="series ${r}"
    data-series="${n.get(t)??-1}"
    data-state="${r}"
    data-metric="${t.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${s}</span>
      <span class="metric">${u(At(t))}</span>
      <span class="values">${N(t,a.unit)}</span>
      <span class="change">${F(t,a.unit)}</span>
      ${qt(t,a.direction)}
    </summary>
    <div class="body" id="${Ot(t)}">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",J(t,a.unit)],["Allowed",I(t,a)],["Evidence",`${Bt(t).join(". ")}.`],["Method",be(t)]].map(([c="",l=""])=>i`<div>
              <dt>${c}</dt>
              <dd><bdi>${l}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function be({evidence:{degreesOfFreedom:t,method:e,p:n}}){return[e,n===void 0?"":Se(n),t===void 0?"":`${Number(t.toPrecision(3))} degrees of freedom`].filter(r=>r!=="").join(", ")}function Se(t){return t<1e-6?"p < 0.000001":`p = ${Number(t.toPrecision(2))}`}d();function Ht({title:t,policy:e,head:n,body:r}){let o=["default-src 'none'",...e,"base-uri 'none'","form-action 'none'"];return i`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${o.join("; ")}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${t}</title>
        ${n}
      </head>
      <body>
        ${r}
      </body>
    </html> `.text}var xe=1e3;function Dt(t,e){let n=W(t),{back:r,front:o,title:s}=Et(Ft(t,{patch:e.patch})),a=Rt(t,xe),c=new Set(a.series.map(({metric:f})=>f)),l=t.metrics.filter(({name:f})=>c.has(f)).map(({name:f})=>[f,tt(f)]),m=Me($t(a.series,t.spans)),p={places:new Map(a.series.map((f,T)=>[f,T])),metrics:B(t.metrics),compare:ct(t)},g=j(`<style>${e.style}</style>`),x=j(`<script>${e.script}</script>`),M=j(`<script type="application/json" id="${kt}">${Nt(a)}</script>`);return Ht({title:`${ft[t.conclusion].word}: ${t.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${e.scriptSha256}'`,"style-src 'unsafe-inline'"],head:g,body:i`<a class="skip" href="#series">Skip to the series</a>
      ${Re(t,s)}
      <main>
        ${b(o)} ${Wt(t.explanations??[])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?i`<p>There are none.</p>`:i`${Oe(n,l)} ${ve}`}
          ${ke(a.series.length,t.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">${m.map(f=>Ut(f,p))}</div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${b(Pe(r))}
      </main>
      ${M} ${x}`})}function Me(t){return[...Map.groupBy(t,({series:[n]})=>et({...n,platform:""})).values()].flat()}var ve=i`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function ke(t,e){if(t===e)return i``;let n=r=>r.toLocaleString("en-US");return i`<p class="cut">
    This page holds the worst ${n(t)} of ${n(e)} series; the JSON report holds all.
  </p>`}function Pe(t){return t.filter(({kind:e},n)=>e!=="table"&&!(e==="heading"&&t[n+1]?.kind==="table"))}function Re({build:t,conclusion:e},{sign:n,words:r}){let{before:o,after:s,links:a={}}=t,c=Object.entries(a).filter(([,l])=>/^https?:\/\//.test(l));return i`<header class="masthead ${e}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${u(r)}</h1>
    <p class="compared">
      ${ot(t)?"":i`<span class="before"
                ><bdi>${o.label}</bdi> <code>${w(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${w(s.commit)}</code></span
      >
    </p>
    ${c.length===0?"":i`<p class="links">
            ${c.map(([l,m])=>i`<a href="${m}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Oe(t,e){let n=[["regressed",t.regressions.length],["warning",t.warnings.length],["improved",t.improvements.length],["undecided",t.undecided.length],["no-baseline",t.noBaseline.length],["not-regressed",t.unchanged.length]],r=n.reduce((o,[,s])=>o+s,0);return i`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([o,s])=>s===0?"":i`<button type="button" data-show="${o}" class="${o}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${G[o].mark}</span> ${G[o].word}
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
          ${e.map(([o,s])=>i`<option value="${o}">${s}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}d();var zt=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var Ae=65536;function*Kt(t){let e="";for(let n of Ve(t))e+=n,!(e.length<Ae)&&(yield e,e="");yield e}function*Ve(t){let e=o=>{let s=zt.indexOf(o);return s===-1?zt.length:s},n=Object.entries(t).filter(([,o])=>o!==void 0).sort(([o],[s])=>e(o)-e(s)||(o<s?-1:1)),r=`{
`;for(let[o,s]of n){if(yield`${r}  ${JSON.stringify(o)}: `,!Array.isArray(s))yield U(s);else if(s.length===0)yield"[]";else{for(let[a,c]of s.entries())yield`${a===0?"[":","}
    ${U(c)}`;yield`
  ]`}r=`,
`}yield`
}
`}function U(t){if(Q(t))return JSON.stringify(t);if(Array.isArray(t))return`[${t.map(U).join(",")}]`;let e=t,n="";for(let r of Object.keys(e).sort()){let o=e[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${U(o)}`)}return`{${n.slice(1)}}`}function Q(t){if(typeof t!="object"||t===null)return!0;if(Array.isArray(t))return t.every(Q);let e=t,n="";return Object.keys(e).every(r=>{let o=n<=r&&Q(e[r]);return n=r,o})}var Xt={verdict:"verdict.json",page:"report.html"};function Zt(t,e,n){let r=Te("sha256").update(n.script).digest("base64"),o=Qt(t,Xt.page);return Yt(Qt(t,Xt.verdict),Kt(e)),Yt(o,[Dt(e,{...n,scriptSha256:r})]),o}function Yt(t,e){Be(t,{recursive:!0,force:!0});let n=Le(t,"wx");try{for(let r of e)Ee(n,r)}finally{Ce(n)}}d();d();d();var _t={"\u2705":"\u2713","\u274C":"\u2717","\u26A0\uFE0F":"!","\u23F3":"\u2026","\u21AA\uFE0F":"\u2192","\u2754":"?"};function X(t){return P(t).map(Fe).join("")}function Fe(t){return typeof t=="string"?h(t):"code"in t?h(t.code):"figure"in t?h(t.figure):"sign"in t?_t[t.sign]??"":"commit"in t?L(t.commit)?w(t.commit):y(t.commit,64):X("bold"in t?t.bold:t.link)}var Y=10,ne=5,te=3;function re(t,e){let{file:n,moved:r}=e,o={metrics:B(t.metrics),tellPlatform:at(t)},s=W(t),a=(c,l)=>[...Map.groupBy(l,({threshold:m})=>m.rule)].map(([m,p])=>Je(c,{rule:m,...qe(r?.get(m)??m,n)},p,o));return[...Ne(t,s),...Z([...Ie(s,e),...a("error",s.regressions)]),...Z([...We(t,e),...a("warning",s.warnings)]),...Z(a("notice",s.undecided.filter(gt)))]}function Je(t,{file:e,rule:n,line:r},o,s){let a=o.slice(0,ne).map(g=>Ue(g,s)),c=o.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=o.find(({threshold:g})=>g.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${h(l)}`),a.push(`Threshold: ${h(n)}`);let m=Ge(o,s);return{annotation:{level:t,file:e,startLine:r,title:m,message:a.join(`
`)},about:o.length}}function Ne({explanations:t=[]},e){let n=(r,{platform:o,test:s})=>r.some(a=>a.test===s&&(o??a.platform)===a.platform);return t.filter(r=>n([...e.regressions,...e.warnings],r)).flatMap(r=>r.functions.slice(0,te).flatMap(o=>{let{line:s,path:a,touched:c}=o;if(a===void 0||/^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(a)||s===void 0)return[];if(c!=="itself"&&c!=="its caller")return[];let m=`Slower: ${y(o.name,_)}`,p=`${y(r.test,_)}${rt(r.platform)}: ${X(Vt(o,r))}`;return[{level:n(e.regressions,r)?"error":"warning",file:h(a),startLine:s,title:m,message:p}]})).slice(0,te)}function Ie({brokenTests:t},e){return oe("error",t,e,n=>`${k(n,"test fails","tests fail")} and passed before`)}function We({build:t,tests:e},n){let r=new Set(it(e,t)),o=e.filter(s=>r.has(H(s)));return oe("warning",o,n,s=>`Undecided: ${k(s,"test")} never passed before the change`)}function oe(t,e,{file:n,placeOfTest:r},o){return[...Map.groupBy(e,({name:a})=>ie(r?.get(a)??""))].map(([a,c])=>{let l=o(c.length),m=je(c);return{annotation:{level:t,file:n,startLine:a,title:l,message:m},about:c.length}})}function je(t){let e=t.slice(0,ne),n=e.map(o=>`${h(H(o))}: ${ht(o)}`),r=t.length-e.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function qe(t,e){let n=pt(t);return{file:n===""||e.endsWith(n)?e:n,line:ie(t)}}function ie(t){let[,e]=/:(\d{1,7})(?::\d+)?$/.exec(t)??[];return Math.max(1,Number(e??1))}function Z(t){let e=t.slice(Y);return t.slice(0,Y).map(({annotation:n},r)=>{if(e.length===0||r<Y-1)return n;let o=e.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${e.length} more ${e.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var _=200;function Ge(t,{metrics:e,tellPlatform:n}){let[r]=t;if(r===void 0)return"";let o=R(r,e),s=`${O(r.metric)} ${F(r,o.unit)}`.trim()+n(r),a=`${I(r,o)} is allowed`;return t.length===1?`${ee(r)}: ${s}, ${a}`:`${ee(r)}: ${t.length.toLocaleString("en-US")} series, first ${s}, ${a}`}function ee({state:t,blocking:e,threshold:n}){return t==="undecided"?"Undecided":e?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function Ue(t,{metrics:e,tellPlatform:n}){let{unit:r}=R(t,e),o=y([E(t),...C(t.annotations)].join(" "),_),s=J(t,r),a=t.state==="undecided"?`; ${h(st(t))}`:"";return`${o}${n(t)}: ${O(t.metric)} ${N(t,r)}${s===""?"":`, ${s}`}${a}`}async function se(t,e,n){let{folder:r}=n,{log:o,notes:s,request:a}=t,{verdict:c}=e,l=e.held!==void 0&&a.failOn!=="never";l&&s.push(`Held: ${e.held}. A person has to review that, so this job fails`),o.output("verdict",c.conclusion),o.output("exit-code",String(e.exitCode)),o.output("report-path",r);let m=wt(a.config);Zt(r,c,{...t.bundle.readPageAssets(),patch:m});let p=new Map(t.suite.tests.flatMap(({name:f,where:T})=>T===void 0?[]:[[f,T]])),{moved:g}=t,x={file:a.config,placeOfTest:p,moved:g};for(let f of re(c,x))o.annotate(f);let{failed:M}=await t.messages.showVerdict(t,e,n);return o.say(c.headline),He(c,a.failOn)?e.exitCode:l?v(o,"undecided",$.undecided):M?v(o,"incomplete",$.wrongUsage):$.nothingRegressed}function He({conclusion:t},e){switch(t){case"passed":return!1;case"regressed":return e!=="never";case"undecided":return e==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Xr(t){let{ci:e,log:n,request:r,suite:o}=t,s=await t.readCheck?.();if(s==="passed")return De(n);let{record:a,runFolder:c}=await yt(t,s);n.output("run-id",a.id);let l=await dt(t,c),{targetBranch:m}=e,p=lt(a,{suite:o,base:t.base,leastPlan:o,mayLeaveOut:r.affected==="auto",targetBranch:m,facts:{links:{run:e.url}},problems:t.problems});if(r.shard.total===1){t.notes.push(...ze(l));let{stored:g}=l,x=g===void 0?[]:[g.name],M=await se(t,p,{folder:c,artifacts:x});return r.failOn==="never"&&z(l),M}return n.output("verdict",p.verdict.conclusion),n.output("exit-code",String(p.exitCode)),n.output("report-path",c),await t.messages.showShard(t,a,p.verdict,l),p.exitCode===$.regressed&&n.warn(`${p.verdict.headline} (this shard alone; the report decides)`),z(l),mt(a,l)?$.nothingRegressed:v(n,"incomplete",$.couldNotMeasure)}function De(t){return t.say("the check of this commit has passed already: nothing has to be measured"),t.output("exit-code",String($.nothingRegressed)),$.nothingRegressed}function ze(t){let{stored:e,why:n,emission:r}=t,o=[];return e===void 0&&o.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&o.push(ut(t,r)),o}export{se as a,Xr as b,De as c,ze as d};
