import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{A as we,a as x,b as re,c as ie,e as oe,f as se,g as le,h as de,i as ue,j as me,k as pe,l as fe,m as ge,o as he,u as $e,z as be}from"./chunk-chunk-A6DVQ2WV.js";import{b as Me,f as ve}from"./chunk-chunk-WXKYGZYD.js";import{f as v,n as T,o as D,p as Se,q as xe,r as G,s as ke}from"./chunk-chunk-77AYA2FL.js";import{Ab as ae,Fb as ce,Ka as U,L as te,M as P,R as ne,Rb as ye,a as $,d as A,e as w,hb as C,ib as R,k as Z,kb as B,lb as L,nb as W,ob as E,rb as N,tb as F,v as ee,vb as I,x as g,y}from"./chunk-chunk-UUI4LCGI.js";import{i as d}from"./chunk-chunk-4YIY7MW5.js";d();d();d();import{createHash as Mt}from"node:crypto";import{closeSync as vt,openSync as Pt,rmSync as Rt,writeFileSync as Vt}from"node:fs";import{join as He}from"node:path";d();d();d();var V=class{text;constructor(t){this.text=t}},Ze={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function et(e){return g(e).replace(/[&<>"']/g,t=>Ze[t]??"")}function o(e,...t){let n=e.map((i,r)=>{let s=i.replace(/\n\s*/g,`
`);return r<t.length?s+Pe(t[r]??""):s});return new V(n.join(""))}function J(e){return new V(e)}function Pe(e){return e instanceof V?e.text:typeof e=="string"?et(e):typeof e=="number"?String(e):e.map(Pe).join("")}function Re(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}d();function k(e){return o`${e.map(tt)}`}function tt(e){switch(e.kind){case"heading":return e.level===4?o`<h3>${m(e.text)}</h3>`:o`<h2>${m(e.text)}</h2>`;case"paragraph":return o`<p>${m(e.text)}</p>`;case"small":return o`<p class="quiet">${m(e.text)}</p>`;case"note":return o`<div class="note ${e.tone}">
        ${e.lines.map(t=>o`<p>${m(t)}</p>`)}
      </div>`;case"list":return o`<ul class="plain">
          ${e.items.map(({id:t,quoted:n=[],text:i})=>o`<li ${t===void 0?"":o`id="${t}"`}>
                ${m(i)}${n.map(r=>o`<samp class="quoted">${r}</samp>`)}
              </li>`)}
        </ul>
        ${Ve(e.more,e.what)}`;case"table":return o`<div class="scroll" tabindex="0" role="group" aria-label="${e.what}">
          <table class="changes">
            <thead>
              <tr>
                ${e.columns.map(t=>t===""?o`<td></td>`:o`<th scope="col">${m(t)}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${e.rows.map(t=>nt(t,e.columns.length))}
            </tbody>
          </table>
        </div>
        ${Ve(e.more,e.what)}`;case"fold":return o`<details class="more">
        <summary>${e.title}</summary>
        ${k(e.blocks)}
      </details>`;case"code":return o`${e.lines.map(t=>o`<samp class="quoted">${t}</samp>`)}`;case"chart":return o``}}function nt({below:e=[],cells:t,isGroup:n=!1},i){let[r="",...s]=t;return n?o`<tr class="group">
      <th scope="rowgroup" colspan="${i}">${m(r)}</th>
    </tr>`:o`<tr>
    <th scope="row">
      ${m(r)}${e.map(a=>o`<samp class="quoted">${a}</samp>`)}
    </th>
    ${s.map(a=>o`<td>${m(a)}</td>`)}
  </tr>`}function Ve(e,t){return e===void 0||e===0?o``:o`<p class="quiet">${D(e,t)}</p>`}function m(e){return o`${T(e).map(it)}`}var rt=/`([^`]+)`/;function it(e){if(typeof e=="string")return o`${e.split(rt).map((n,i)=>i%2===0?n:o`<code>${n}</code>`)}`;if("code"in e)return o`<bdi><code>${e.code}</code></bdi>`;if("figure"in e)return o`<span class="figure">${e.figure}</span>`;if("sign"in e)return o`${e.sign}`;if("commit"in e)return o`<code
      >${A(e.commit)?w(e.commit):y(e.commit,64)}</code
    >`;if("bold"in e)return o`<b>${m(e.bold)}</b>`;let t=/^#[a-z-]+$/.test(e.url)?e.url:$e(e.url);return t===void 0?m(e.link):o`<a href="${t}" rel="noopener noreferrer">${m(e.link)}</a>`}var z=30;function Oe(e){if(e.length===0)return o``;let t=[...new Set(e.map(({of:n})=>`the ${n}`))].toSorted().reverse();return o`<section aria-labelledby="where">
    <h2 id="where">Where ${t.join(" and ")} ${t.length===1?"goes":"go"}</h2>
    ${e.map((n,i)=>[k(fe([n])),ot(n,i)])}
  </section>`}function ot(e,t){let n=le(e.stacks??[]);if(n.length===0)return o``;let i=de(e),r=c=>Math.abs(ue(c)),s=new Set(n.toSorted((c,l)=>r(l)-r(c)).slice(0,z)),a=`${i==="ns"?"Time":"Memory"} of each function with all that it calls`;return o`<details class="flames" data-explanation="${t}" ${t===0?"open":""}>
    <summary>Every function, before and after</summary>
    <div class="drawing"></div>
    <div class="scroll" tabindex="0" role="group" aria-label="${a}">
      <table class="changes tree">
        <caption>
          ${a}
        </caption>
        <thead>
          <tr>
            ${["Function","Before","After","Change"].map(c=>o`<th scope="col">${c}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${n.filter(c=>s.has(c)).map(c=>st(c,i))}
        </tbody>
      </table>
      ${n.length>z?o`<noscript><p>The ${z} of ${n.length} that changed most.</p></noscript>`:""}
    </div>
  </details>`}function st(e,t){return o`<tr style="--level: ${e.level}">
    <th scope="row"><code>${e.name}</code></th>
    ${me(e,t).map(n=>o`<td>${n}</td>`)}
  </tr>`}d();d();var O=120,M=18,Ae=Math.log(1.5);function Te(e,t){let{change:n,interval:i}=e.evidence;if(n===void 0)return o``;let r=q(i?.lower??(i===void 0?n:-1)),s=q(i?.upper??(i===void 0?n:1/0));return o`<svg
    class="interval"
    viewBox="0 0 ${O} ${M}"
    width="${O}"
    height="${M}"
    aria-hidden="true"
  >
    <path class="zero" d="M${O/2} 0V${M}" />
    ${at(e,t)}
    <path class="range" d="M${r} ${M/2}H${Math.max(s,r+1)}" />
    ${ct(n)}
  </svg>`}function at(e,t){let n=e.before.location,i=oe(e,t);return i===void 0||n===void 0||n===0?o``:o`<path class="limit" d="M${q(i/n-1)} 2V${M-2}" />`}function ct(e){let t=q(e),n=M/2;if(Math.abs(Ce(e))<=Ae)return o`<circle cx="${t}" cy="${n}" r="3.5" />`;let i=e>0?-7:7;return o`<path class="beyond" d="M${t} ${n}l${i} -5v10z" />`}function Ce(e){return e<=-1?-1/0:Math.log1p(e)}function q(e){let t=Math.max(-1,Math.min(1,Ce(e)/Ae));return Math.round((O/2+t*(O/2-4))*10)/10}d();var Be="perigee-data";function Le({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function lt(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],i=[];for(let r of n)i.push(...r.slice(0,t-i.length));return i}function Ee(e,t){let n=lt(x(e),t),{explanations:i=[],metrics:r,spreads:s=[]}=e,a=new Set(s.length===0?[]:n.map(U));return{metrics:r,series:n,spreads:s.filter(c=>a.has(U(c))),explanations:i.map(dt)}}function dt({of:e,stacks:t=[],test:n}){let i=new Map,r=t.map(({after:s,before:a,caller:c=-1,name:l})=>{let u=i.get(l)??i.size;return i.set(l,u),[u,c,a,s]});return{test:n,of:e,names:[...i.keys()],stacks:r}}var H={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ne(e,t,n){let[i]=e.series,r=e.series.filter(({state:l})=>l==="not-regressed"),s=e.series.filter(({state:l})=>l!=="not-regressed"),a=l=>pt(l,t,n),c=L(i.annotations);return o`<section class="span${s.length===0?" calm":""}">
    <h3><bdi>${B(i)}</bdi></h3>
    <p class="tags">
      ${c.map(l=>o`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${i.platform}</span>
    </p>
    ${mt(e)} ${s.map(a)} ${ut(r,a)}
  </section>`}function ut(e,t){return e.length===0?o``:o`<details class="rest">
    <summary>${P(e.length,"metric")} not regressed</summary>
    ${e.map(t)}
  </details>`}function mt(e){let t=ge(e);return t===""?o``:o`<p class="meaning">${t}</p>`}function pt(e,t,n){let i=t.get(e)??-1,r=Le(e),{mark:s,word:a}=H[r],c=R(e,n);return o`<details
    class="series ${r}"
    id="s${i}"
    data-series="${i}"
    data-state="${r}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${s}</span> ${a}</span>
      <span class="metric">${m(se(e))}</span>
      <span class="values">${F(e,c.unit)}</span>
      <span class="change">${E(e,c.unit)}</span>
      ${Te(e,c.direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",N(e,c.unit)],["Allowed",I(e,c)],["Evidence",`${he(e).join(". ")}.`],["Method",ft(e)]].map(([l="",u=""])=>o`<div>
              <dt>${l}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function ft({evidence:{degreesOfFreedom:e,method:t,p:n}}){return[t,n===void 0?"":gt(n),e===void 0?"":`${Number(e.toPrecision(3))} degrees of freedom`].filter(i=>i!=="").join(", ")}function gt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}d();function Fe({title:e,policy:t,head:n,body:i}){let r=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return o`<!doctype html>
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
    </html> `.text}var ht=1e3;function Ie(e,t){let n=x(e),{back:i,front:r,title:s}=be(we(e)),a=Ee(e,ht),c=C(e.metrics),l=new Map(a.series.map((f,Ye)=>[f,Ye])),u=new Set(a.series.map(({metric:f})=>f)),p=e.metrics.filter(({name:f})=>u.has(f)).map(({name:f})=>[f,ne(f)]),h=J(`<style>${t.style}</style>`),S=J(`<script>${t.script}</script>`),b=J(`<script type="application/json" id="${Be}">${Re(a)}</script>`);return Fe({title:`${ae[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:h,body:o`<a class="skip" href="#series">Skip to the series</a>
      ${wt(e,s)}
      <main>
        ${k(r)} ${Oe(e.explanations??[])}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?o`<p>There are none.</p>`:o`${St(n,p)} ${$t}`}
          ${yt(a.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${ie(a.series,e.spans).map(f=>Ne(f,l,c))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${k(bt(i))}
      </main>
      ${b} ${S}`})}var $t=o`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function yt(e,t){if(e===t)return o``;let n=i=>i.toLocaleString("en-US");return o`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}function bt(e){return e.filter(({kind:t},n)=>t!=="table"&&!(t==="heading"&&e[n+1]?.kind==="table"))}function wt({build:e,conclusion:t},{sign:n,words:i}){let{before:r,after:s,links:a={}}=e,c=Object.entries(a).filter(([,l])=>/^https?:\/\//.test(l));return o`<header class="masthead ${t}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${e.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${m(i)}</h1>
    <p class="compared">
      ${ee(e)?"":o`<span class="before"
                ><bdi>${r.label}</bdi> <code>${w(r.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${w(s.commit)}</code></span
      >
    </p>
    ${c.length===0?"":o`<p class="links">
            ${c.map(([l,u])=>o`<a href="${u}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function St(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],i=n.reduce((r,[,s])=>r+s,0);return o`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${i.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([r,s])=>s===0?"":o`<button type="button" data-show="${r}" class="${r}" aria-pressed="false">
              <b>${s.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${H[r].mark}</span> ${H[r].word}
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
          ${t.map(([r,s])=>o`<option value="${r}">${s}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}d();var Je=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];var xt=65536;function*qe(e){let t="";for(let n of kt(e))t+=n,!(t.length<xt)&&(yield t,t="");yield t}function*kt(e){let t=r=>{let s=Je.indexOf(r);return s===-1?Je.length:s},n=Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[s])=>t(r)-t(s)||(r<s?-1:1)),i=`{
`;for(let[r,s]of n){if(yield`${i}  ${JSON.stringify(r)}: `,!Array.isArray(s))yield j(s);else if(s.length===0)yield"[]";else{for(let[a,c]of s.entries())yield`${a===0?"[":","}
    ${j(c)}`;yield`
  ]`}i=`,
`}yield`
}
`}function j(e){if(K(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(j).join(",")}]`;let t=e,n="";for(let i of Object.keys(t).sort()){let r=t[i];r!==void 0&&(n+=`,${JSON.stringify(i)}:${j(r)}`)}return`{${n.slice(1)}}`}function K(e){if(typeof e!="object"||e===null)return!0;if(Array.isArray(e))return e.every(K);let t=e,n="";return Object.keys(t).every(i=>{let r=n<=i&&K(t[i]);return n=i,r})}var je={verdict:"verdict.json",page:"report.html"};function De(e,t,n){let i=Mt("sha256").update(n.script).digest("base64"),r=He(e,je.page);return Ue(He(e,je.verdict),qe(t)),Ue(r,[Ie(t,{...n,scriptSha256:i})]),r}function Ue(e,t){Rt(e,{recursive:!0,force:!0});let n=Pt(e,"wx");try{for(let i of t)Vt(n,i)}finally{vt(n)}}d();d();d();var Ot={"\u2705":"\u2713","\u274C":"\u2717","\u26A0\uFE0F":"!","\u23F3":"\u2026","\u21AA\uFE0F":"\u2192","\u2754":"?"};function _(e){return T(e).map(At).join("")}function At(e){return typeof e=="string"?g(e):"code"in e?g(e.code):"figure"in e?g(e.figure):"sign"in e?Ot[e.sign]??"":"commit"in e?A(e.commit)?w(e.commit):y(e.commit,64):_("bold"in e?e.bold:e.link)}var Q=10,ze=5,We=3;function Ke(e,t){let{file:n,moved:i}=t,r=C(e.metrics),s=x(e),a=(c,l)=>[...Map.groupBy(l,({threshold:u})=>u.rule)].map(([u,p])=>Tt(c,{rule:u,...Nt(i?.get(u)??u,n)},p,r));return[...Ct(e,s),...X([...Bt(s,t),...a("error",s.regressions)]),...X([...Lt(e,t),...a("warning",s.warnings)]),...X(a("notice",s.undecided.filter(re)))]}function Tt(e,{file:t,rule:n,line:i},r,s){let a=r.slice(0,ze).map(h=>It(h,s)),c=r.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let l=r.find(({threshold:h})=>h.owner!==void 0)?.threshold.owner;l!==void 0&&a.push(`Owner: ${g(l)}`),a.push(`Threshold: ${g(n)}`);let u=Ft(r,s);return{annotation:{level:e,file:t,startLine:i,title:u,message:a.join(`
`)},about:r.length}}function Ct({explanations:e=[]},t){let n=new Set(t.regressions.map(({test:r})=>r)),i=new Set([...n,...t.warnings.map(({test:r})=>r)]);return e.filter(({test:r})=>i.has(r)).flatMap(r=>r.functions.slice(0,We).flatMap(s=>{let{line:a,path:c,touched:l}=s;if(c===void 0||/^\/|(^|\/)\.\.(\/|$)|^[a-z]+:/.test(c)||a===void 0||l===void 0)return[];let p=`Slower: ${y(s.name,Y)}`,h=`${y(r.test,Y)}: ${_(pe(s,r))}`;return[{level:n.has(r.test)?"error":"warning",file:g(c),startLine:a,title:p,message:h}]})).slice(0,We)}function Bt({brokenTests:e},t){return _e("error",e,t,n=>`${P(n,"test fails","tests fail")} and passed before`)}function Lt({build:e,tests:t},n){let i=new Set(ye(t,e)),r=t.filter(({name:s})=>i.has(s));return _e("warning",r,n,s=>`Undecided: ${P(s,"test")} never passed before the change`)}function _e(e,t,{file:n,placeOfTest:i},r){return[...Map.groupBy(t,({name:a})=>Qe(i?.get(a)??""))].map(([a,c])=>{let l=r(c.length),u=Et(c);return{annotation:{level:e,file:n,startLine:a,title:l,message:u},about:c.length}})}function Et(e){let t=e.slice(0,ze),n=t.map(r=>`${g(r.name)}: ${ce(r)}`),i=e.length-t.length;return[...n,...i>0?[`\u2026 and ${i} more tests`]:[]].join(`
`)}function Nt(e,t){let n=te(e);return{file:n===""||t.endsWith(n)?t:n,line:Qe(e)}}function Qe(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function X(e){let t=e.slice(Q);return e.slice(0,Q).map(({annotation:n},i)=>{if(t.length===0||i<Q-1)return n;let r=t.reduce((a,{about:c})=>a+c,0),s=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${r.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${s}`}})}var Y=200;function Ft(e,t){let[n]=e;if(n===void 0)return"";let i=R(n,t),r=`${W(n.metric)} ${E(n,i.unit)}`.trim(),s=`${I(n,i)} is allowed`;return e.length===1?`${Ge(n)}: ${r}, ${s}`:`${Ge(n)}: ${e.length.toLocaleString("en-US")} series, first ${r}, ${s}`}function Ge({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function It(e,t){let{unit:n}=R(e,t),i=y([B(e),...L(e.annotations)].join(" "),Y),r=N(e,n),s=e.state==="undecided"?`; ${g(Z(e))}`:"";return`${i}: ${W(e.metric)} ${F(e,n)}${r===""?"":`, ${r}`}${s}`}async function Xe(e,t,n){let{folder:i}=n,{log:r,notes:s,request:a}=e,{verdict:c}=t,l=t.held!==void 0&&a.failOn!=="never";l&&s.push(`Held: ${t.held}. A person has to review that, so this job fails`),r.output("verdict",c.conclusion),r.output("exit-code",String(t.exitCode)),r.output("report-path",i),De(i,c,e.bundle.readPageAssets());let u=new Map(e.suite.tests.flatMap(({name:b,where:f})=>f===void 0?[]:[[b,f]])),{moved:p}=e,h={file:a.config,placeOfTest:u,moved:p};for(let b of Ke(c,h))r.annotate(b);let{failed:S}=await e.messages.showVerdict(e,t,n);return r.say(c.headline),Jt(c,a.failOn)?t.exitCode:l?v(r,"undecided",$.undecided):S?v(r,"incomplete",$.wrongUsage):$.nothingRegressed}function Jt({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Ir(e){let{ci:t,log:n,request:i,suite:r}=e,s=await e.readCheck?.();if(s==="passed")return qt(n);let{record:a,runFolder:c}=await ve(e,s);n.output("run-id",a.id);let l=await Se(e,c),{targetBranch:u}=t,p=Me(a,{suite:r,base:e.base,leastPlan:r,mayLeaveOut:i.affected==="auto",targetBranch:u,facts:{links:{run:t.url}},problems:e.problems});if(i.shard.total===1){e.notes.push(...Ht(l));let{stored:h}=l,S=h===void 0?[]:[h.name],b=await Xe(e,p,{folder:c,artifacts:S});return i.failOn==="never"&&G(l),b}return n.output("verdict",p.verdict.conclusion),n.output("exit-code",String(p.exitCode)),n.output("report-path",c),await e.messages.showShard(e,a,p.verdict,l),p.exitCode===$.regressed&&n.warn(`${p.verdict.headline} (this shard alone; the report decides)`),G(l),xe(a,l)?$.nothingRegressed:v(n,"incomplete",$.couldNotMeasure)}function qt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String($.nothingRegressed)),$.nothingRegressed}function Ht(e){let{stored:t,why:n,emission:i}=e,r=[];return t===void 0&&r.push(`the results could not be uploaded: ${n??"no reason is known"}`),i.kind==="spooled"&&r.push(ke(e,i)),r}export{Xe as a,Ir as b,qt as c,Ht as d};
