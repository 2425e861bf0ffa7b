import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{B as Nt,C as It,a as St,b as xt,c as Mt,d as vt,e as kt,f as Pt,g as Rt,h as Ot,i as At,j as Vt,k as Tt,l as Ct,m as Lt,n as Bt,t as Et,u as Ft,w as Jt}from"./chunk-chunk-GSRT2Z6H.js";import{f as P,n as O,o as K,p as ut,q as pt,r as Q,s as ft}from"./chunk-chunk-HZ2TYIEX.js";import{b as mt,e as bt}from"./chunk-chunk-SGI3ON6F.js";import{$b as j,$c as q,Ib as ht,Kb as h,Lb as y,Ma as at,Mb as F,Nb as A,P as ot,Pb as J,R as it,Sb as V,Tb as N,U as z,X as st,Xb as I,Y as E,Z as b,Zb as W,a as $,ad as yt,cd as wt,dc as gt,ib as ct,ic as $t,k as R,lb as lt,mb as dt,s as nt,u as rt,z as B}from"./chunk-chunk-YIC2KRF3.js";import{i as d}from"./chunk-chunk-4YIY7MW5.js";d();d();d();d();var Wt={"\u2705":"\u2713","\u274C":"\u2717","\u26A0\uFE0F":"!","\u23F3":"\u2026","\u21AA\uFE0F":"\u2192","\u2754":"?"};function T(t){return O(t).map(de).join("")}function de(t){return typeof t=="string"?h(t):"code"in t?h(t.code):"figure"in t?h(t.figure):"sign"in t?Wt[t.sign]??"":"commit"in t?E(t.commit)?b(t.commit):y(t.commit,64):T("bold"in t?t.bold:t.link)}d();import{createHash as Ee}from"node:crypto";import{closeSync as Fe,openSync as Je,rmSync as Ne,writeFileSync as Ie}from"node:fs";import{join as _t}from"node:path";d();d();d();var C=class{text;constructor(e){this.text=e}},me={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function ue(t){return h(t).replace(/[&<>"']/g,e=>me[e]??"")}function i(t,...e){let n=t.map((r,o)=>{let s=r.replace(/\n\s*/g,`
`);return o<e.length?s+jt(e[o]??""):s});return new C(n.join(""))}function G(t){return new C(t)}function jt(t){return t instanceof C?t.text:typeof t=="string"?ue(t):typeof t=="number"?String(t):t.map(jt).join("")}function qt(t){return JSON.stringify(t).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}d();function M(t){return i`${t.map(pe)}`}function pe(t){switch(t.kind){case"heading":return t.level===4?i`<h3>${u(t.text)}</h3>`:i`<h2>${u(t.text)}</h2>`;case"paragraph":return i`<p>${u(t.text)}</p>`;case"small":return i`<p class="quiet">${u(t.text)}</p>`;case"note":return i`<div class="note ${t.tone}">
        ${t.lines.map(e=>i`<p>${u(e)}</p>`)}
      </div>`;case"list":return i`<ul class="plain">
          ${t.items.map(({id:e,quoted:n=[],text:r})=>i`<li ${e===void 0?"":i`id="${e}"`}>
                ${u(r)}${n.map(o=>i`<samp class="quoted">${o}</samp>`)}
              </li>`)}
        </ul>
        ${Gt(t.more,t.what)}`;case"table":return i`<div class="scroll" tabindex="0" role="group" aria-label="${t.what}">
          <table class="changes">
            <thead>
              <tr>
                ${t.columns.map(e=>e===""?i`<td></td>`:i`<th scope="col">${u(e)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${t.rows.map(e=>fe(e,t.columns.length))}
            </tbody>
          </table>
        </div>
        ${Gt(t.more,t.what)}`;case"fold":return i`<details class="more">
        <summary>${t.title}</summary>
        ${M(t.blocks)}
      </details>`;case"code":return i`${t.lines.map(e=>i`<samp class="quoted">${e}</samp>`)}`;case"chart":return i``}}function fe({below:t=[],cells:e,isGroup:n=!1},r){let[o="",...s]=e;return n?i`<tr class="group">
      <th scope="rowgroup" colspan="${r}">${u(o)}</th>
    </tr>`:i`<tr>
    <th scope="row">
      ${u(o)}${t.map(a=>i`<samp class="quoted">${a}</samp>`)}
    </th>
    ${s.map(a=>i`<td>${u(a)}</td>`)}
  </tr>`}function Gt(t,e){return t===void 0||t===0?i``:i`<p class="quiet">${K(t,e)}</p>`}function u(t){return i`${O(t).map(ge)}`}var he=/`([^`]+)`/;function ge(t){if(typeof t=="string")return i`${t.split(he).map((n,r)=>r%2===0?n:i`<code>${n}</code>`)}`;if("code"in t)return i`<bdi><code>${t.code}</code></bdi>`;if("figure"in t)return i`<span class="figure">${t.figure}</span>`;if("sign"in t)return i`${t.sign}`;if("commit"in t)return i`<code
      >${E(t.commit)?b(t.commit):y(t.commit,64)}</code
    >`;if("bold"in t)return i`<b>${u(t.bold)}</b>`;let e=/^#[\w-]+$/.test(t.url)?t.url:Et(t.url);return e===void 0?u(t.link):i`<a href="${e}" rel="noopener noreferrer">${u(t.link)}</a>`}var X=30;function Ut(t){if(t.length===0)return i``;let e=[...new Set(t.map(({of:n})=>`the ${n}`))].toSorted().reverse();return i`<section aria-labelledby="where">
    <h2 id="where">Where ${e.join(" and ")} ${e.length===1?"goes":"go"}</h2>
    ${t.map((n,r)=>[M(Lt([n])),$e(n,r)])}
  </section>`}function $e(t,e){let n=xt(t.stacks??[]);if(n.length===0)return i``;let r=Mt(t),o=c=>Math.abs(vt(c)),s=new Set(n.toSorted((c,l)=>o(l)-o(c)).slice(0,X)),a=`${r==="ns"?"Time":"Memory"} of each function with all that it calls`;return i`<details class="flames" data-explanation="${e}" ${e===0?"open":""}>
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
          ${n.filter(c=>s.has(c)).map(c=>ye(c,r))}
        </tbody>
      </table>
      ${n.length>X?i`<noscript><p>The ${X} of ${n.length} that changed most.</p></noscript>`:""}
    </div>
  </details>`}function ye(t,e){return i`<tr style="--level: ${t.level}">
    <th scope="row"><code>${t.name}</code></th>
    ${kt(t,e).map(n=>i`<td>${n}</td>`)}
  </tr>`}d();d();var L=120,v=18,Ht=Math.log(1.5);function Dt(t,e){let{change:n,interval:r}=t.evidence;if(n===void 0)return i``;let o=U(r?.lower??(r===void 0?n:-1)),s=U(r?.upper??(r===void 0?n:1/0));return i`<svg
    class="interval"
    viewBox="0 0 ${L} ${v}"
    width="${L}"
    height="${v}"
    aria-hidden="true"
  >
    <path class="zero" d="M${L/2} 0V${v}" />
    ${we(t,e)}
    <path class="range" d="M${o} ${v/2}H${Math.max(s,o+1)}" />
    ${be(n)}
  </svg>`}function we(t,e){let n=t.before.location,r=Ft(t,e);return r===void 0||n===void 0||n===0?i``:i`<path class="limit" d="M${U(r/n-1)} 2V${v-2}" />`}function be(t){let e=U(t),n=v/2;if(Math.abs(zt(t))<=Ht)return i`<circle cx="${e}" cy="${n}" r="3.5" />`;let r=t>0?-7:7;return i`<path class="beyond" d="M${e} ${n}l${r} -5v10z" />`}function zt(t){return t<=-1?-1/0:Math.log1p(t)}function U(t){let e=Math.max(-1,Math.min(1,zt(t)/Ht));return Math.round((L/2+e*(L/2-4))*10)/10}var H={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Kt(t,e){let[n]=t.series,r=n.state==="not-regressed"?"":e.compare(n),o=t.series.filter(({state:l})=>l==="not-regressed"),s=t.series.filter(({state:l})=>l!=="not-regressed"),a=l=>Me(l,e),c=B(n.annotations);return i`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${J(n)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>i`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${ot(n.platform)}</span>
    </p>
    ${r===""?"":i`<p class="meaning">${V(n.metric)} ${r}</p>`}
    ${xe(t)} ${s.map(a)} ${Se(o,a)}
  </section>`}function Se(t,e){return t.length===0?i``:i`<details class="rest">
    <summary>${R(t.length,"metric")} not regressed</summary>
    ${t.map(e)}
  </details>`}function xe(t){let e=Bt(t);return e===""?i``:i`<p class="meaning">${e}</p>`}function Me(t,{metrics:e,places:n}){let r=Rt(t),{mark:o,word:s}=H[r],a=A(t,e);return i`<details
    class="series ${r}"
    data-series="${n.get(t)??-1}"
    data-state="${r}"
    data-metric="${t.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${s}</span>
      <span class="metric">${u(Vt(t))}</span>
      <span class="values">${W(t,a.unit)}</span>
      <span class="change">${N(t,a.unit)}</span>
      ${Dt(t,a.direction)}
    </summary>
    <div class="body" id="${At(t)}">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",I(t,a.unit)],["Allowed",j(t,a)],["Evidence",`${Jt(t).join(". ")}.`],["Method",ve(t)]].map(([c="",l=""])=>i`<div>
              <dt>${c}</dt>
              <dd><bdi>${l}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function ve({evidence:{degreesOfFreedom:t,method:e,p:n}}){return[e,n===void 0?"":ke(n),t===void 0?"":`${Number(t.toPrecision(3))} degrees of freedom`].filter(r=>r!=="").join(", ")}function ke(t){return t<1e-6?"p < 0.000001":`p = ${Number(t.toPrecision(2))}`}d();function Qt({title:t,policy:e,head:n,body:r}){let o=["default-src 'none'",...e,"base-uri 'none'","form-action 'none'"];return i`<!doctype html>
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
    </html> `.text}var Pe=1e3;function Xt(t,e){let n=q(t),{back:r,front:o,title:s}=Nt(It(t,{patch:e.patch})),a=Ot(t,Pe),c=new Set(a.series.map(({metric:f})=>f)),l=t.metrics.filter(({name:f})=>c.has(f)).map(({name:f})=>[f,nt(f)]),m=Re(wt(a.series,t.spans)),p={places:new Map(a.series.map((f,x)=>[f,x])),metrics:F(t.metrics),compare:dt(t)},g=G(`<style>${e.style}</style>`),k=G(`<script>${e.script}</script>`),S=G(`<script type="application/json" id="${Pt}">${qt(a)}</script>`);return Qt({title:`${gt[t.conclusion].word}: ${t.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${e.scriptSha256}'`,"style-src 'unsafe-inline'"],head:g,body:i`<a class="skip" href="#series">Skip to the series</a>
      ${Te(t,s)}
      <main>
        ${M(o)} ${Ut(t.explanations??[])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?i`<p>There are none.</p>`:i`${Ce(n,l)} ${Oe}`}
          ${Ae(a.series.length,t.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">${m.map(f=>Kt(f,p))}</div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${M(Ve(r))}
      </main>
      ${S} ${k}`})}function Re(t){return[...Map.groupBy(t,({series:[n]})=>rt({...n,platform:""})).values()].flat()}var Oe=i`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Ae(t,e){if(t===e)return i``;let n=r=>r.toLocaleString("en-US");return i`<p class="cut">
    This page holds the worst ${n(t)} of ${n(e)} series; the JSON report holds all.
  </p>`}function Ve(t){return t.filter(({kind:e},n)=>e!=="table"&&!(e==="heading"&&t[n+1]?.kind==="table"))}function Te({build:t,conclusion:e},{sign:n,words:r}){let{before:o,after:s,links:a={}}=t,c=Object.entries(a).filter(([,l])=>/^https?:\/\//.test(l));return i`<header class="masthead ${e}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${u(r)}</h1>
    <p class="compared">
      ${st(t)?"":i`<span class="before"
                ><bdi>${o.label}</bdi> <code>${b(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${b(s.commit)}</code></span
      >
    </p>
    ${c.length===0?"":i`<p class="links">
            ${c.map(([l,m])=>i`<a href="${m}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Ce(t,e){let n=[["regressed",t.regressions.length],["warning",t.warnings.length],["improved",t.improvements.length],["undecided",t.undecided.length],["no-baseline",t.noBaseline.length],["not-regressed",t.unchanged.length]],r=n.reduce((o,[,s])=>o+s,0);return i`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([o,s])=>s===0?"":i`<button type="button" data-show="${o}" class="${o}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${H[o].mark}</span> ${H[o].word}
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
  </div>`}d();var Yt=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var Le=65536;function*Zt(t){let e="";for(let n of Be(t))e+=n,!(e.length<Le)&&(yield e,e="");yield e}function*Be(t){let e=o=>{let s=Yt.indexOf(o);return s===-1?Yt.length:s},n=Object.entries(t).filter(([,o])=>o!==void 0).sort(([o],[s])=>e(o)-e(s)||(o<s?-1:1)),r=`{
`;for(let[o,s]of n){if(yield`${r}  ${JSON.stringify(o)}: `,!Array.isArray(s))yield D(s);else if(s.length===0)yield"[]";else{for(let[a,c]of s.entries())yield`${a===0?"[":","}
    ${D(c)}`;yield`
  ]`}r=`,
`}yield`
}
`}function D(t){if(Y(t))return JSON.stringify(t);if(Array.isArray(t))return`[${t.map(D).join(",")}]`;let e=t,n="";for(let r of Object.keys(e).sort()){let o=e[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${D(o)}`)}return`{${n.slice(1)}}`}function Y(t){if(typeof t!="object"||t===null)return!0;if(Array.isArray(t))return t.every(Y);let e=t,n="";return Object.keys(e).every(r=>{let o=n<=r&&Y(e[r]);return n=r,o})}var te={verdict:"verdict.json",page:"report.html"};function ne(t,e,n){let r=Ee("sha256").update(n.script).digest("base64"),o=_t(t,te.page);return ee(_t(t,te.verdict),Zt(e)),ee(o,[Xt(e,{...n,scriptSha256:r})]),o}function ee(t,e){Ne(t,{recursive:!0,force:!0});let n=Je(t,"wx");try{for(let r of e)Ie(n,r)}finally{Fe(n)}}d();var Z=10,ie=5,re=3;function se(t,e){let{file:n,moved:r}=e,o={metrics:F(t.metrics),tellPlatform:lt(t)},s=q(t),a=(c,l)=>[...Map.groupBy(l,({threshold:m})=>m.rule)].map(([m,p])=>We(c,{rule:m,...He(r?.get(m)??m,n)},p,o));return[...je(t,s),..._([...qe(s,e),...a("error",s.regressions)]),..._([...Ge(t,e),...a("warning",s.warnings)]),..._(a("notice",s.undecided.filter(yt)))]}function We(t,{file:e,rule:n,line:r},o,s){let a=o.slice(0,ie).map(g=>ze(g,s)),c=o.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=o.find(({threshold:g})=>g.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${h(l)}`),a.push(`Threshold: ${h(n)}`);let m=De(o,s);return{annotation:{level:t,file:e,startLine:r,title:m,message:a.join(`
`)},about:o.length}}function je({explanations:t=[]},e){let n=(r,{platform:o,test:s})=>r.some(a=>a.test===s&&(o??a.platform)===a.platform);return t.filter(r=>n([...e.regressions,...e.warnings],r)).flatMap(r=>r.functions.slice(0,re).flatMap(o=>{let{line:s,path:a,touched:c}=o;if(a===void 0||/^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(a)||s===void 0)return[];if(c!=="itself"&&c!=="its caller")return[];let m=`Slower: ${y(o.name,tt)}`,p=`${y(r.test,tt)}${it(r.platform)}: ${T(Ct(o,r))}`;return[{level:n(e.regressions,r)?"error":"warning",file:h(a),startLine:s,title:m,message:p}]})).slice(0,re)}function qe({brokenTests:t},e){return ae("error",t,e,n=>`${R(n,"test fails","tests fail")} and passed before`)}function Ge({build:t,tests:e},n){let r=new Set(at(e,t)),o=e.filter(s=>r.has(z(s)));return ae("warning",o,n,s=>`Undecided: ${R(s,"test")} never passed before the change`)}function ae(t,e,{file:n,placeOfTest:r},o){return[...Map.groupBy(e,({name:a})=>ce(r?.get(a)??""))].map(([a,c])=>{let l=o(c.length),m=Ue(c);return{annotation:{level:t,file:n,startLine:a,title:l,message:m},about:c.length}})}function Ue(t){let e=t.slice(0,ie),n=e.map(o=>`${h(z(o))}: ${$t(o)}`),r=t.length-e.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function He(t,e){let n=ht(t);return{file:n===""||e.endsWith(n)?e:n,line:ce(t)}}function ce(t){let[,e]=/:(\d{1,7})(?::\d+)?$/.exec(t)??[];return Math.max(1,Number(e??1))}function _(t){let e=t.slice(Z);return t.slice(0,Z).map(({annotation:n},r)=>{if(e.length===0||r<Z-1)return n;let o=e.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${e.length} more ${e.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var tt=200;function De(t,{metrics:e,tellPlatform:n}){let[r]=t;if(r===void 0)return"";let o=A(r,e),s=`${V(r.metric)} ${N(r,o.unit)}`.trim()+n(r),a=`${j(r,o)} is allowed`;return t.length===1?`${oe(r)}: ${s}, ${a}`:`${oe(r)}: ${t.length.toLocaleString("en-US")} series, first ${s}, ${a}`}function oe({state:t,blocking:e,threshold:n}){return t==="undecided"?"Undecided":e?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function ze(t,{metrics:e,tellPlatform:n}){let{unit:r}=A(t,e),o=y([J(t),...B(t.annotations)].join(" "),tt),s=I(t,r),a=t.state==="undecided"?`; ${h(ct(t))}`:"";return`${o}${n(t)}: ${V(t.metric)} ${W(t,r)}${s===""?"":`, ${s}`}${a}`}async function le(t,e,n,r=!0){let{folder:o}=n,{log:s,notes:a,request:c}=t,{verdict:l}=e,m=e.held!==void 0&&c.failOn!=="never";m&&a.push(`Held: ${e.held}. A person has to review that, so this job fails`),s.output("verdict",l.conclusion),s.output("exit-code",String(e.exitCode)),s.output("report-path",o);let p=St(c.config);ne(o,l,{...t.bundle.readPageAssets(),patch:p});let g=new Map(t.suite.tests.flatMap(({name:w,where:et})=>et===void 0?[]:[[w,et]])),{moved:k}=t,S={file:c.config,placeOfTest:g,moved:k};if(r)for(let w of se(l,S))s.annotate(w);let{failed:f}=await t.messages.showVerdict(t,e,n);s.say(l.headline);let x=l.explanations?.find(({functions:w})=>w.length>0);for(let w of x===void 0?[]:Tt(x))s.say(`Where: ${T(w)}`);return Ke(l,c.failOn)?e.exitCode:m?P(s,"undecided",$.undecided):f?P(s,"incomplete",$.wrongUsage):$.nothingRegressed}function Ke({conclusion:t},e){switch(t){case"passed":return!1;case"regressed":return e!=="never";case"undecided":return e==="undecided";case"incomplete":case"nothing-measured":return!0}}async function eo(t){let{ci:e,log:n,request:r,suite:o}=t,s=await t.readCheck?.();if(s==="passed")return Qe(n);let{record:a,runFolder:c}=await bt(t,s);n.output("run-id",a.id);let l=await ut(t,c),{targetBranch:m}=e,p=mt(a,{suite:o,base:t.base,leastPlan:o,mayLeaveOut:r.affected==="auto",targetBranch:m,facts:{links:{run:e.url}},problems:t.problems});if(r.shard.total===1){t.notes.push(...Xe(l));let{stored:g}=l,k=g===void 0?[]:[g.name],S=r.failOn==="never",x=await le(t,p,{folder:c,artifacts:k},!S);return S&&Q(l),x}return n.output("verdict",p.verdict.conclusion),n.output("exit-code",String(p.exitCode)),n.output("report-path",c),await t.messages.showShard(t,a,p.verdict,l),p.exitCode===$.regressed&&n.warn(`${p.verdict.headline} (this shard alone; the report decides)`),Q(l),pt(a,l)?$.nothingRegressed:P(n,"incomplete",$.couldNotMeasure)}function Qe(t){return t.say("the check of this commit has passed already: nothing has to be measured"),t.output("exit-code",String($.nothingRegressed)),$.nothingRegressed}function Xe(t){let{stored:e,why:n,emission:r}=t,o=[];return e===void 0&&o.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&o.push(ft(t,r)),o}export{le as a,eo as b,Qe as c,Xe as d};
