import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{a as y,b as K,c as z,e as Y,f as Z,g as te,i as ne,o as re,t as se,u as oe}from"./chunk-chunk-GCV3Q56G.js";import{b as le,f as pe}from"./chunk-chunk-3CKVPLBH.js";import{f as x,g as ae,h as ce,i as de}from"./chunk-chunk-EAM6HGCB.js";import{Ca as I,Cb as _,Hb as ee,J as G,Sb as ie,a as g,d as j,e as M,gb as Q,ib as X,jb as P,kb as k,mb as R,nb as O,pb as U,qb as B,t as W,tb as L,v as $,vb as C,w as A,xb as T}from"./chunk-chunk-ADNIQZTH.js";import{i as l}from"./chunk-chunk-LSNGF3TE.js";l();l();l();import{createHash as st}from"node:crypto";import{rmSync as ot,writeFileSync as at}from"node:fs";import{join as Pe}from"node:path";l();l();l();l();l();var v=class{text;constructor(t){this.text=t}},De={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ie(e){return $(e).replace(/[&<>"']/g,t=>De[t]??"")}function s(e,...t){let n=e.map((i,r)=>{let o=i.replace(/\n\s*/g,`
`);return r<t.length?o+ue(t[r]??""):o});return new v(n.join(""))}function J(e){return new v(e)}function ue(e){return e instanceof v?e.text:typeof e=="string"?Ie(e):typeof e=="number"?String(e):e.map(ue).join("")}function me(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var V=120,b=18,fe=Math.log(1.5);function he(e,t){let{change:n,interval:i}=e.evidence;if(n===void 0)return s``;let r=N(i?.lower??(i===void 0?n:-1)),o=N(i?.upper??(i===void 0?n:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${V} ${b}"
    width="${V}"
    height="${b}"
    aria-hidden="true"
  >
    <path class="zero" d="M${V/2} 0V${b}" />
    ${Ue(e,t)}
    <path class="range" d="M${r} ${b/2}H${Math.max(o,r+1)}" />
    ${Ee(n)}
  </svg>`}function Ue(e,t){let n=e.before.location,i=Y(e,t);return i===void 0||n===void 0||n===0?s``:s`<path class="limit" d="M${N(i/n-1)} 2V${b-2}" />`}function Ee(e){let t=N(e),n=b/2;if(Math.abs(ge(e))<=fe)return s`<circle cx="${t}" cy="${n}" r="3.5" />`;let i=e>0?-7:7;return s`<path class="beyond" d="M${t} ${n}l${i} -5v10z" />`}function ge(e){return e<=-1?-1/0:Math.log1p(e)}function N(e){let t=Math.max(-1,Math.min(1,ge(e)/fe));return Math.round((V/2+t*(V/2-4))*10)/10}l();var $e="perigee-data";function ye({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function He(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],i=[];for(let r of n)i.push(...r.slice(0,t-i.length));return i}function be(e,t){let n=He(y(e),t),{metrics:i,spreads:r=[]}=e,o=new Set(r.length===0?[]:n.map(I));return{metrics:i,series:n,spreads:r.filter(a=>o.has(I(a)))}}l();function q(e){return s`${e.map(je)}`}function je(e){switch(e.kind){case"heading":return e.level===4?s`<h3>${u(e.text)}</h3>`:s`<h2>${u(e.text)}</h2>`;case"paragraph":return s`<p>${u(e.text)}</p>`;case"small":return s`<p class="quiet">${u(e.text)}</p>`;case"note":return s`<div class="note ${e.tone}">
        ${e.lines.map(t=>s`<p>${u(t)}</p>`)}
      </div>`;case"list":return s`<ul class="plain">
          ${e.items.map(({quoted:t=[],text:n})=>s`<li>
                ${u(n)}${t.map(i=>s`<samp class="quoted">${i}</samp>`)}
              </li>`)}
        </ul>
        ${we(e.more,e.what)}`;case"table":return s`<div class="scroll" tabindex="0" role="group" aria-label="${e.what}">
          <table class="changes">
            <thead>
              <tr>
                ${e.columns.map(t=>s`<th scope="col">${t}</th>`)}
              </tr>
            </thead>
            <tbody>
              ${e.rows.map(t=>We(t,e.columns.length))}
            </tbody>
          </table>
        </div>
        ${we(e.more,e.what)}`;case"fold":return s`<details class="more">
        <summary>${e.title}</summary>
        ${q(e.blocks)}
      </details>`;case"code":return s`${e.lines.map(t=>s`<samp class="quoted">${t}</samp>`)}`;case"chart":return s``}}function We({below:e=[],cells:t,isGroup:n=!1},i){let[r="",...o]=t;return n?s`<tr class="group">
      <th scope="rowgroup" colspan="${i}">${u(r)}</th>
    </tr>`:s`<tr>
    <th scope="row">
      ${u(r)}${e.map(a=>s`<samp class="quoted">${a}</samp>`)}
    </th>
    ${o.map(a=>s`<td>${u(a)}</td>`)}
  </tr>`}function we(e,t){return e===void 0||e===0?s``:s`<p class="quiet">${X(e,t)}</p>`}function u(e){return s`${Q(e).map(Ke)}`}var Ge=/`([^`]+)`/;function Ke(e){if(typeof e=="string")return s`${e.split(Ge).map((n,i)=>i%2===0?n:s`<code>${n}</code>`)}`;if("code"in e)return s`<bdi><code>${e.code}</code></bdi>`;if("figure"in e)return s`<span class="figure">${e.figure}</span>`;if("sign"in e)return s`${e.sign}`;if("commit"in e)return s`<code
      >${j(e.commit)?M(e.commit):A(e.commit,64)}</code
    >`;if("bold"in e)return s`<b>${u(e.bold)}</b>`;let t=re(e.url);return t===void 0?u(e.link):s`<a href="${t}" rel="noopener noreferrer">${u(e.link)}</a>`}var F={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Se(e,t,n){let[i]=e.series,r=e.series.filter(({state:d})=>d==="not-regressed"),o=e.series.filter(({state:d})=>d!=="not-regressed"),a=d=>Xe(d,t,n),c=O(i.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${R(i)}</bdi></h3>
    <p class="tags">
      ${c.map(d=>s`<span><bdi>${d}</bdi></span> `)}
      <span class="platform">${i.platform}</span>
    </p>
    ${Qe(e)} ${o.map(a)} ${ze(r,a)}
  </section>`}function ze(e,t){if(e.length===0)return s``;let n=e.length===1?"1 metric":`${e.length} metrics`;return s`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Qe(e){let t=te(e);return t===""?s``:s`<p class="meaning">${t}</p>`}function Xe(e,t,n){let i=t.get(e)??-1,r=ye(e),{mark:o,word:a}=F[r],c=k(e,n);return s`<details
    class="series ${r}"
    id="s${i}"
    data-series="${i}"
    data-state="${r}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${a}</span>
      <span class="metric">${u(Z(e))}</span>
      <span class="values">${C(e,c.unit)}</span>
      <span class="change">${B(e,c.unit)}</span>
      ${he(e,c.direction)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${[["Change",L(e,c.unit)],["Allowed",T(e,c)],["Evidence",`${ne(e).join(". ")}.`],["Method",Ye(e)]].map(([d="",p=""])=>s`<div>
              <dt>${d}</dt>
              <dd><bdi>${p}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Ye({evidence:{degreesOfFreedom:e,method:t,p:n}}){return[t,n===void 0?"":Ze(n),e===void 0?"":`${Number(e.toPrecision(3))} degrees of freedom`].filter(i=>i!=="").join(", ")}function Ze(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}function xe({build:e,conclusion:t},{sign:n,words:i}){let{before:r,after:o,links:a={}}=e,c=Object.entries(a).filter(([,d])=>/^https?:\/\//.test(d));return s`<header class="masthead ${t}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${e.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${n}</span> ${u(i)}</h1>
    <p class="compared">
      ${W(e)?"":s`<span class="before"
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
  </header>`}function Me(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],i=n.reduce((r,[,o])=>r+o,0);return s`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${i.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([r,o])=>o===0?"":s`<button type="button" data-show="${r}" class="${r}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${F[r].mark}</span> ${F[r].word}
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
  </div>`}l();function ke({title:e,policy:t,head:n,body:i}){let r=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return s`<!doctype html>
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
    </html> `.text}var _e=1e3;function ve(e,t){let n=y(e),{back:i,front:r,title:o}=se(oe(e)),a=be(e,_e),c=P(e.metrics),d=new Map(a.series.map((f,Fe)=>[f,Fe])),p=new Set(a.series.map(({metric:f})=>f)),m=e.metrics.filter(({name:f})=>p.has(f)).map(({name:f})=>[f,G(f)]),h=J(`<style>${t.style}</style>`),w=J(`<script>${t.script}</script>`),S=J(`<script type="application/json" id="${$e}">${me(a)}</script>`);return ke({title:`${_[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:h,body:s`<a class="skip" href="#series">Skip to the series</a>
      ${xe(e,o)}
      <main>
        ${q(r)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Every series</h2>
          ${a.series.length===0?s`<p>There are none.</p>`:s`${Me(n,m)} ${et}`}
          ${tt(a.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${z(a.series,e.spans).map(f=>Se(f,d,c))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${q(nt(i))}
      </main>
      ${S} ${w}`})}var et=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function tt(e,t){if(e===t)return s``;let n=i=>i.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}function nt(e){return e.filter(({kind:t},n)=>t!=="table"&&!(t==="heading"&&e[n+1]?.kind==="table"))}l();var Ve=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function Ae(e){let t=i=>{let r=Ve.indexOf(i);return r===-1?Ve.length:r};return`{
${Object.entries(e).filter(([,i])=>i!==void 0).sort(([i],[r])=>t(i)-t(r)||(i<r?-1:1)).map(([i,r])=>`  ${JSON.stringify(i)}: ${rt(r)}`).join(`,
`)}
}
`}function rt(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${D(t)}`).join(`,
`)}
  ]`:D(e)}function D(e){if(!it(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(D).join(",")}]`;let t=e,n="";for(let i of Object.keys(t).sort()){let r=t[i];r!==void 0&&(n+=`,${JSON.stringify(i)}:${D(r)}`)}return`{${n.slice(1)}}`}function it(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Re={verdict:"verdict.json",page:"report.html"};function Be(e,t,n){let i=st("sha256").update(n.script).digest("base64"),r=Pe(e,Re.page);return Oe(Pe(e,Re.verdict),Ae(t)),Oe(r,ve(t,{...n,scriptSha256:i})),r}function Oe(e,t){ot(e,{recursive:!0,force:!0}),at(e,t,{flag:"wx"})}l();var E=10,Ce=5;function Te(e,t){let{file:n,moved:i}=t,r=P(e.metrics),o=y(e),a=(c,d)=>[...Map.groupBy(d,({threshold:p})=>p.rule)].map(([p,m])=>ct(c,{file:n,rule:p,line:Ne(i?.get(p)??p)},m,r));return[...H([...dt(o,t),...a("error",o.regressions)]),...H([...lt(e,t),...a("warning",o.warnings)]),...H(a("notice",o.undecided.filter(K)))]}function ct(e,{file:t,rule:n,line:i},r,o){let a=r.slice(0,Ce).map(h=>ft(h,o)),c=r.length-a.length;c>0&&a.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let d=r.find(({threshold:h})=>h.owner!==void 0)?.threshold.owner;d!==void 0&&a.push(`Owner: ${$(d)}`),a.push(`Threshold: ${$(n)}`);let p=mt(r,o);return{annotation:{level:e,file:t,startLine:i,title:p,message:a.join(`
`)},about:r.length}}function dt({brokenTests:e},t){return Je("error",e,t,n=>`${n} ${n===1?"test fails":"tests fail"} and passed before`)}function lt({build:e,tests:t},n){let i=new Set(ie(t,e)),r=t.filter(({name:o})=>i.has(o));return Je("warning",r,n,o=>`Undecided: ${o} ${o===1?"test":"tests"} never passed before the change`)}function Je(e,t,{file:n,placeOfTest:i},r){return[...Map.groupBy(t,({name:a})=>Ne(i?.get(a)??""))].map(([a,c])=>{let d=r(c.length),p=pt(c);return{annotation:{level:e,file:n,startLine:a,title:d,message:p},about:c.length}})}function pt(e){let t=e.slice(0,Ce),n=t.map(r=>`${$(r.name)}: ${ee(r)}`),i=e.length-t.length;return[...n,...i>0?[`\u2026 and ${i} more tests`]:[]].join(`
`)}function Ne(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function H(e){let t=e.slice(E);return e.slice(0,E).map(({annotation:n},i)=>{if(t.length===0||i<E-1)return n;let r=t.reduce((a,{about:c})=>a+c,0),o=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${r.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${o}`}})}var ut=200;function mt(e,t){let[n]=e;if(n===void 0)return"";let i=k(n,t),r=`${U(n.metric)} ${B(n,i.unit)}`.trim(),o=`${T(n,i)} is allowed`;return e.length===1?`${Le(n)}: ${r}, ${o}`:`${Le(n)}: ${e.length.toLocaleString("en-US")} series, first ${r}, ${o}`}function Le({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Worse":n.mutedUntil===void 0?"Worse, which only warns":`Worse, muted until ${n.mutedUntil}`}function ft(e,t){let{unit:n}=k(e,t),i=A([R(e),...O(e.annotations)].join(" "),ut),r=L(e,n),o=e.state==="undecided"?`; ${$(e.reason)}`:"";return`${i}: ${U(e.metric)} ${C(e,n)}${r===""?"":`, ${r}`}${o}`}async function qe(e,t,n){let{folder:i}=n,{log:r,notes:o,request:a}=e,{verdict:c}=t,d=t.held!==void 0&&a.failOn!=="never";d&&o.push(`Held: ${t.held}. A person has to review that, so this job fails`),r.output("verdict",c.conclusion),r.output("exit-code",String(t.exitCode)),r.output("report-path",i),Be(i,c,e.bundle.readPageAssets());let p=new Map(e.suite.tests.flatMap(({name:S,where:f})=>f===void 0?[]:[[S,f]])),{moved:m}=e,h={file:a.config,placeOfTest:p,...m===void 0?{}:{moved:m}};for(let S of Te(c,h))r.annotate(S);let{failed:w}=await e.messages.showVerdict(e,t,n);return r.say(c.headline),ht(c,a.failOn)?t.exitCode:d?x(r,"undecided",g.undecided):w?x(r,"incomplete",g.wrongUsage):g.nothingRegressed}function ht({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}async function Wn(e){let{ci:t,log:n,request:i,suite:r}=e,o=await e.readCheck?.();if(o==="passed")return gt(n);let{record:a,runFolder:c}=await pe(e,o);n.output("run-id",a.id);let d=await ae(e,c),{targetBranch:p}=t,m=le(a,{suite:r,...e.base===void 0?{}:{base:e.base},leastPlan:r,mayLeaveOut:i.affected==="auto",...p===void 0?{}:{targetBranch:p},facts:{links:{run:t.url}},problems:e.problems});if(i.shard.total===1){e.notes.push(...$t(d));let{stored:h}=d,w=h===void 0?[]:[h.name];return qe(e,m,{folder:c,artifacts:w})}return n.output("verdict",m.verdict.conclusion),n.output("exit-code",String(m.exitCode)),n.output("report-path",c),await e.messages.showShard(e,a,m.verdict,d),m.exitCode===g.regressed&&n.warn(`${m.verdict.headline} (this shard alone; the report decides)`),ce(a,d)?g.nothingRegressed:x(n,"incomplete",g.couldNotMeasure)}function gt(e){return e.say("the check of this commit has passed already: nothing has to be measured"),e.output("exit-code",String(g.nothingRegressed)),g.nothingRegressed}function $t(e){let{stored:t,why:n,emission:i}=e,r=[];return t===void 0&&r.push(`the results could not be uploaded: ${n??"no reason is known"}`),i.kind==="spooled"&&r.push(de(e,i)),r}export{qe as a,Wn as b,gt as c,$t as d};
