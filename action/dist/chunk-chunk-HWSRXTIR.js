import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{D as Lt,E as Bt,a as N,b as gt,c as $t,e as yt,f as bt,g as wt,h as St,n as xt,o as Mt,p as kt,q as vt,r as Pt,s as Rt,t as Ot,u as Tt,v as Ct,w as At,y as Vt}from"./chunk-chunk-KMLXEEXJ.js";import{f as k,n as P,o as U,p as lt,q as dt,r as D,s as mt}from"./chunk-chunk-FM5NVCIO.js";import{b as ct,f as ht}from"./chunk-chunk-WRFMD76W.js";import{A as tt,Bb as O,C as et,Cb as E,Ea as ot,F as G,Fb as F,Hb as J,I as nt,J as A,Jb as I,K as w,L as v,Nb as h,Ob as y,Pb as pt,Ub as ft,Wa as it,Za as st,_a as at,a as $,ga as rt,l as Z,ub as ut,vb as V,wb as R,yb as L,zb as B}from"./chunk-chunk-GL4OKWKU.js";import{i as d}from"./chunk-chunk-4YIY7MW5.js";d();d();d();import{createHash as Ce}from"node:crypto";import{closeSync as Ae,openSync as Ve,rmSync as Le,writeFileSync as Be}from"node:fs";import{join as zt}from"node:path";d();d();d();var T=class{text;constructor(e){this.text=e}},se={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function ae(t){return h(t).replace(/[&<>"']/g,e=>se[e]??"")}function i(t,...e){let n=t.map((r,o)=>{let s=r.replace(/\n\s*/g,`
`);return o<e.length?s+Et(e[o]??""):s});return new T(n.join(""))}function j(t){return new T(t)}function Et(t){return t instanceof T?t.text:typeof t=="string"?ae(t):typeof t=="number"?String(t):t.map(Et).join("")}function Ft(t){return JSON.stringify(t).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}d();function S(t){return i`${t.map(ce)}`}function ce(t){switch(t.kind){case"heading":return t.level===4?i`<h3>${u(t.text)}</h3>`:i`<h2>${u(t.text)}</h2>`;case"paragraph":return i`<p>${u(t.text)}</p>`;case"small":return i`<p class="quiet">${u(t.text)}</p>`;case"note":return i`<div class="note ${t.tone}">
        ${t.lines.map(e=>i`<p>${u(e)}</p>`)}
      </div>`;case"list":return i`<ul class="plain">
          ${t.items.map(({id:e,quoted:n=[],text:r})=>i`<li ${e===void 0?"":i`id="${e}"`}>
                ${u(r)}${n.map(o=>i`<samp class="quoted">${o}</samp>`)}
              </li>`)}
        </ul>
        ${Jt(t.more,t.what)}`;case"table":return i`<div class="scroll" tabindex="0" role="group" aria-label="${t.what}">
          <table class="changes">
            <thead>
              <tr>
                ${t.columns.map(e=>e===""?i`<td></td>`:i`<th scope="col">${u(e)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${t.rows.map(e=>le(e,t.columns.length))}
            </tbody>
          </table>
        </div>
        ${Jt(t.more,t.what)}`;case"fold":return i`<details class="more">
        <summary>${t.title}</summary>
        ${S(t.blocks)}
      </details>`;case"code":return i`${t.lines.map(e=>i`<samp class="quoted">${e}</samp>`)}`;case"chart":return i``}}function le({below:t=[],cells:e,isGroup:n=!1},r){let[o="",...s]=e;return n?i`<tr class="group">
      <th scope="rowgroup" colspan="${r}">${u(o)}</th>
    </tr>`:i`<tr>
    <th scope="row">
      ${u(o)}${t.map(a=>i`<samp class="quoted">${a}</samp>`)}
    </th>
    ${s.map(a=>i`<td>${u(a)}</td>`)}
  </tr>`}function Jt(t,e){return t===void 0||t===0?i``:i`<p class="quiet">${U(t,e)}</p>`}function u(t){return i`${P(t).map(me)}`}var de=/`([^`]+)`/;function me(t){if(typeof t=="string")return i`${t.split(de).map((n,r)=>r%2===0?n:i`<code>${n}</code>`)}`;if("code"in t)return i`<bdi><code>${t.code}</code></bdi>`;if("figure"in t)return i`<span class="figure">${t.figure}</span>`;if("sign"in t)return i`${t.sign}`;if("commit"in t)return i`<code
      >${A(t.commit)?w(t.commit):y(t.commit,64)}</code
    >`;if("bold"in t)return i`<b>${u(t.bold)}</b>`;let e=/^#[\w-]+$/.test(t.url)?t.url:xt(t.url);return e===void 0?u(t.link):i`<a href="${e}" rel="noopener noreferrer">${u(t.link)}</a>`}var z=30;function It(t){if(t.length===0)return i``;let e=[...new Set(t.map(({of:n})=>`the ${n}`))].toSorted().reverse();return i`<section aria-labelledby="where">
    <h2 id="where">Where ${e.join(" and ")} ${e.length===1?"goes":"go"}</h2>
    ${t.map((n,r)=>[S(Tt([n])),ue(n,r)])}
  </section>`}function ue(t,e){let n=yt(t.stacks??[]);if(n.length===0)return i``;let r=bt(t),o=c=>Math.abs(wt(c)),s=new Set(n.toSorted((c,l)=>o(l)-o(c)).slice(0,z)),a=`${r==="ns"?"Time":"Memory"} of each function with all that it calls`;return i`<details class="flames" data-explanation="${e}" ${e===0?"open":""}>
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
          ${n.filter(c=>s.has(c)).map(c=>pe(c,r))}
        </tbody>
      </table>
      ${n.length>z?i`<noscript><p>The ${z} of ${n.length} that changed most.</p></noscript>`:""}
    </div>
  </details>`}function pe(t,e){return i`<tr style="--level: ${t.level}">
    <th scope="row"><code>${t.name}</code></th>
    ${St(t,e).map(n=>i`<td>${n}</td>`)}
  </tr>`}d();d();var C=120,x=18,Nt=Math.log(1.5);function jt(t,e){let{change:n,interval:r}=t.evidence;if(n===void 0)return i``;let o=q(r?.lower??(r===void 0?n:-1)),s=q(r?.upper??(r===void 0?n:1/0));return i`<svg
    class="interval"
    viewBox="0 0 ${C} ${x}"
    width="${C}"
    height="${x}"
    aria-hidden="true"
  >
    <path class="zero" d="M${C/2} 0V${x}" />
    ${fe(t,e)}
    <path class="range" d="M${o} ${x/2}H${Math.max(s,o+1)}" />
    ${he(n)}
  </svg>`}function fe(t,e){let n=t.before.location,r=At(t,e);return r===void 0||n===void 0||n===0?i``:i`<path class="limit" d="M${q(r/n-1)} 2V${x-2}" />`}function he(t){let e=q(t),n=x/2;if(Math.abs(qt(t))<=Nt)return i`<circle cx="${e}" cy="${n}" r="3.5" />`;let r=t>0?-7:7;return i`<path class="beyond" d="M${e} ${n}l${r} -5v10z" />`}function qt(t){return t<=-1?-1/0:Math.log1p(t)}function q(t){let e=Math.max(-1,Math.min(1,qt(t)/Nt));return Math.round((C/2+e*(C/2-4))*10)/10}var H={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ht(t,e){let[n]=t.series,r=n.state==="not-regressed"?"":e.compare(n),o=t.series.filter(({state:l})=>l==="not-regressed"),s=t.series.filter(({state:l})=>l!=="not-regressed"),a=l=>ye(l,e),c=B(n.annotations);return i`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${L(n)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>i`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${tt(n.platform)}</span>
    </p>
    ${r===""?"":i`<p class="meaning">${O(n.metric)} ${r}</p>`}
    ${$e(t)} ${s.map(a)} ${ge(o,a)}
  </section>`}function ge(t,e){return t.length===0?i``:i`<details class="rest">
    <summary>${v(t.length,"metric")} not regressed</summary>
    ${t.map(e)}
  </details>`}function $e(t){let e=Ct(t);return e===""?i``:i`<p class="meaning">${e}</p>`}function ye(t,{metrics:e,places:n}){let r=kt(t),{mark:o,word:s}=H[r],a=R(t,e);return i`<details
    class="series ${r}"
    data-series="${n.get(t)??-1}"
    data-state="${r}"
    data-metric="${t.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${s}</span>
      <span class="metric">${u(Rt(t))}</span>
      <span class="values">${J(t,a.unit)}</span>
      <span class="change">${E(t,a.unit)}</span>
      ${jt(t,a.direction)}
    </summary>
    <div class="body" id="${Pt(t)}">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",F(t,a.unit)],["Allowed",I(t,a)],["Evidence",`${Vt(t).join(". ")}.`],["Method",be(t)]].map(([c="",l=""])=>i`<div>
              <dt>${c}</dt>
              <dd><bdi>${l}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function be({evidence:{degreesOfFreedom:t,method:e,p:n}}){return[e,n===void 0?"":we(n),t===void 0?"":`${Number(t.toPrecision(3))} degrees of freedom`].filter(r=>r!=="").join(", ")}function we(t){return t<1e-6?"p < 0.000001":`p = ${Number(t.toPrecision(2))}`}d();function Wt({title:t,policy:e,head:n,body:r}){let o=["default-src 'none'",...e,"base-uri 'none'","form-action 'none'"];return i`<!doctype html>
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
    </html> `.text}var Se=1e3;function Gt(t,e){let n=N(t),{back:r,front:o,title:s}=Lt(Bt(t,{patch:e.patch})),a=vt(t,Se),c=new Set(a.series.map(({metric:f})=>f)),l=t.metrics.filter(({name:f})=>c.has(f)).map(({name:f})=>[f,rt(f)]),m=xe($t(a.series,t.spans)),p={places:new Map(a.series.map((f,ie)=>[f,ie])),metrics:V(t.metrics),compare:at(t)},g=j(`<style>${e.style}</style>`),M=j(`<script>${e.script}</script>`),b=j(`<script type="application/json" id="${Mt}">${Ft(a)}</script>`);return Wt({title:`${pt[t.conclusion].word}: ${t.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${e.scriptSha256}'`,"style-src 'unsafe-inline'"],head:g,body:i`<a class="skip" href="#series">Skip to the series</a>
      ${Pe(t,s)}
      <main>
        ${S(o)} ${It(t.explanations??[])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?i`<p>There are none.</p>`:i`${Re(n,l)} ${Me}`}
          ${ke(a.series.length,t.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">${m.map(f=>Ht(f,p))}</div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${S(ve(r))}
      </main>
      ${b} ${M}`})}function xe(t){return[...Map.groupBy(t,({series:[n]})=>Z({...n,platform:""})).values()].flat()}var Me=i`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function ke(t,e){if(t===e)return i``;let n=r=>r.toLocaleString("en-US");return i`<p class="cut">
    This page holds the worst ${n(t)} of ${n(e)} series; the JSON report holds all.
  </p>`}function ve(t){return t.filter(({kind:e},n)=>e!=="table"&&!(e==="heading"&&t[n+1]?.kind==="table"))}function Pe({build:t,conclusion:e},{sign:n,words:r}){let{before:o,after:s,links:a={}}=t,c=Object.entries(a).filter(([,l])=>/^https?:\/\//.test(l));return i`<header class="masthead ${e}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${u(r)}</h1>
    <p class="compared">
      ${nt(t)?"":i`<span class="before"
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
  </header>`}function Re(t,e){let n=[["regressed",t.regressions.length],["warning",t.warnings.length],["improved",t.improvements.length],["undecided",t.undecided.length],["no-baseline",t.noBaseline.length],["not-regressed",t.unchanged.length]],r=n.reduce((o,[,s])=>o+s,0);return i`<div class="toolbar">
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
  </div>`}d();var Ut=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var Oe=65536;function*Dt(t){let e="";for(let n of Te(t))e+=n,!(e.length<Oe)&&(yield e,e="");yield e}function*Te(t){let e=o=>{let s=Ut.indexOf(o);return s===-1?Ut.length:s},n=Object.entries(t).filter(([,o])=>o!==void 0).sort(([o],[s])=>e(o)-e(s)||(o<s?-1:1)),r=`{
`;for(let[o,s]of n){if(yield`${r}  ${JSON.stringify(o)}: `,!Array.isArray(s))yield W(s);else if(s.length===0)yield"[]";else{for(let[a,c]of s.entries())yield`${a===0?"[":","}
    ${W(c)}`;yield`
  ]`}r=`,
`}yield`
}
`}function W(t){if(K(t))return JSON.stringify(t);if(Array.isArray(t))return`[${t.map(W).join(",")}]`;let e=t,n="";for(let r of Object.keys(e).sort()){let o=e[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${W(o)}`)}return`{${n.slice(1)}}`}function K(t){if(typeof t!="object"||t===null)return!0;if(Array.isArray(t))return t.every(K);let e=t,n="";return Object.keys(e).every(r=>{let o=n<=r&&K(e[r]);return n=r,o})}var Kt={verdict:"verdict.json",page:"report.html"};function Qt(t,e,n){let r=Ce("sha256").update(n.script).digest("base64"),o=zt(t,Kt.page);return _t(zt(t,Kt.verdict),Dt(e)),_t(o,[Gt(e,{...n,scriptSha256:r})]),o}function _t(t,e){Le(t,{recursive:!0,force:!0});let n=Ve(t,"wx");try{for(let r of e)Be(n,r)}finally{Ae(n)}}d();d();d();var Xt={"\u2705":"\u2713","\u274C":"\u2717","\u26A0\uFE0F":"!","\u23F3":"\u2026","\u21AA\uFE0F":"\u2192","\u2754":"?"};d();function _(t){return P(t).map(Ee).join("")}function Ee(t){return typeof t=="string"?h(t):"code"in t?h(t.code):"figure"in t?h(t.figure):"sign"in t?Xt[t.sign]??"":"commit"in t?A(t.commit)?w(t.commit):y(t.commit,64):_("bold"in t?t.bold:t.link)}var Q=10,te=5,Yt=3;function ee(t,e){let{file:n,moved:r}=e,o={metrics:V(t.metrics),tellPlatform:st(t)},s=N(t),a=(c,l)=>[...Map.groupBy(l,({threshold:m})=>m.rule)].map(([m,p])=>Fe(c,{rule:m,...qe(r?.get(m)??m,n)},p,o));return[...Je(t,s),...X([...Ie(s,e),...a("error",s.regressions)]),...X([...Ne(t,e),...a("warning",s.warnings)]),...X(a("notice",s.undecided.filter(gt)))]}function Fe(t,{file:e,rule:n,line:r},o,s){let a=o.slice(0,te).map(g=>We(g,s)),c=o.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=o.find(({threshold:g})=>g.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${h(l)}`),a.push(`Threshold: ${h(n)}`);let m=He(o,s);return{annotation:{level:t,file:e,startLine:r,title:m,message:a.join(`
`)},about:o.length}}function Je({explanations:t=[]},e){let n=(r,{platform:o,test:s})=>r.some(a=>a.test===s&&(o??a.platform)===a.platform);return t.filter(r=>n([...e.regressions,...e.warnings],r)).flatMap(r=>r.functions.slice(0,Yt).flatMap(o=>{let{line:s,path:a,touched:c}=o;if(a===void 0||/^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(a)||s===void 0)return[];if(c!=="itself"&&c!=="its caller")return[];let m=`Slower: ${y(o.name,Y)}`,p=`${y(r.test,Y)}${et(r.platform)}: ${_(Ot(o,r))}`;return[{level:n(e.regressions,r)?"error":"warning",file:h(a),startLine:s,title:m,message:p}]})).slice(0,Yt)}function Ie({brokenTests:t},e){return ne("error",t,e,n=>`${v(n,"test fails","tests fail")} and passed before`)}function Ne({build:t,tests:e},n){let r=new Set(ot(e,t)),o=e.filter(s=>r.has(G(s)));return ne("warning",o,n,s=>`Undecided: ${v(s,"test")} never passed before the change`)}function ne(t,e,{file:n,placeOfTest:r},o){return[...Map.groupBy(e,({name:a})=>re(r?.get(a)??""))].map(([a,c])=>{let l=o(c.length),m=je(c);return{annotation:{level:t,file:n,startLine:a,title:l,message:m},about:c.length}})}function je(t){let e=t.slice(0,te),n=e.map(o=>`${h(G(o))}: ${ft(o)}`),r=t.length-e.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function qe(t,e){let n=ut(t);return{file:n===""||e.endsWith(n)?e:n,line:re(t)}}function re(t){let[,e]=/:(\d{1,7})(?::\d+)?$/.exec(t)??[];return Math.max(1,Number(e??1))}function X(t){let e=t.slice(Q);return t.slice(0,Q).map(({annotation:n},r)=>{if(e.length===0||r<Q-1)return n;let o=e.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${e.length} more ${e.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var Y=200;function He(t,{metrics:e,tellPlatform:n}){let[r]=t;if(r===void 0)return"";let o=R(r,e),s=`${O(r.metric)} ${E(r,o.unit)}`.trim()+n(r),a=`${I(r,o)} is allowed`;return t.length===1?`${Zt(r)}: ${s}, ${a}`:`${Zt(r)}: ${t.length.toLocaleString("en-US")} series, first ${s}, ${a}`}function Zt({state:t,blocking:e,threshold:n}){return t==="undecided"?"Undecided":e?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function We(t,{metrics:e,tellPlatform:n}){let{unit:r}=R(t,e),o=y([L(t),...B(t.annotations)].join(" "),Y),s=F(t,r),a=t.state==="undecided"?`; ${h(it(t))}`:"";return`${o}${n(t)}: ${O(t.metric)} ${J(t,r)}${s===""?"":`, ${s}`}${a}`}async function oe(t,e,n){let{folder:r}=n,{log:o,notes:s,request:a}=t,{verdict:c}=e,l=e.held!==void 0&&a.failOn!=="never";l&&s.push(`Held: ${e.held}. A person has to review that, so this job fails`),o.output("verdict",c.conclusion),o.output("exit-code",String(e.exitCode)),o.output("report-path",r),Qt(r,c,t.bundle.readPageAssets());let m=new Map(t.suite.tests.flatMap(({name:b,where:f})=>f===void 0?[]:[[b,f]])),{moved:p}=t,g={file:a.config,placeOfTest:m,moved:p};for(let b of ee(c,g))o.annotate(b);let{failed:M}=await t.messages.showVerdict(t,e,n);return o.say(c.headline),Ge(c,a.failOn)?e.exitCode:l?k(o,"undecided",$.undecided):M?k(o,"incomplete",$.wrongUsage):$.nothingRegressed}function Ge({conclusion:t},e){switch(t){case"passed":return!1;case"regressed":return e!=="never";case"undecided":return e==="undecided";case"incomplete":case"nothing-measured":return!0}}async function _r(t){let{ci:e,log:n,request:r,suite:o}=t,s=await t.readCheck?.();if(s==="passed")return Ue(n);let{record:a,runFolder:c}=await ht(t,s);n.output("run-id",a.id);let l=await lt(t,c),{targetBranch:m}=e,p=ct(a,{suite:o,base:t.base,leastPlan:o,mayLeaveOut:r.affected==="auto",targetBranch:m,facts:{links:{run:e.url}},problems:t.problems});if(r.shard.total===1){t.notes.push(...De(l));let{stored:g}=l,M=g===void 0?[]:[g.name],b=await oe(t,p,{folder:c,artifacts:M});return r.failOn==="never"&&D(l),b}return n.output("verdict",p.verdict.conclusion),n.output("exit-code",String(p.exitCode)),n.output("report-path",c),await t.messages.showShard(t,a,p.verdict,l),p.exitCode===$.regressed&&n.warn(`${p.verdict.headline} (this shard alone; the report decides)`),D(l),dt(a,l)?$.nothingRegressed:k(n,"incomplete",$.couldNotMeasure)}function Ue(t){return t.say("the check of this commit has passed already: nothing has to be measured"),t.output("exit-code",String($.nothingRegressed)),$.nothingRegressed}function De(t){let{stored:e,why:n,emission:r}=t,o=[];return e===void 0&&o.push(`the results could not be uploaded: ${n??"no reason is known"}`),r.kind==="spooled"&&o.push(mt(t,r)),o}export{oe as a,_r as b,Ue as c,De as d};
