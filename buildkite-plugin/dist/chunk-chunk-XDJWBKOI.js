import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{A as Q,C as X,E as M,F as Y,G as R,H as Z,I as _,J as ee,K as te,L as ne,O as re,f as D,i as w,m as J,p as q,q as O,r as W,s as H,t as j,u as S,v as A,w as z,x as G,y as E,z as K}from"./chunk-chunk-ZIXCFJJU.js";import{Da as U,K as y,p as T,q as B,r as C,va as P}from"./chunk-chunk-Q2V4KMJX.js";import{f as a}from"./chunk-chunk-OMPP6GCX.js";a();import{createHash as st}from"node:crypto";import{rmSync as ot,writeFileSync as at}from"node:fs";import{join as Re}from"node:path";a();a();a();a();a();function dt(e,t){let n=[],r=[];for(let{values:f,rejected:Ie,location:I}of[e.before,e.after]){let Ne=new Set(Ie);for(let[Te,N]of f.entries())N!==null&&(Ne.has(Te)?r:n).push(N);I!==void 0&&n.push(I)}let i=F(e,t);i!==void 0&&n.push(i);let o=Be(e);o!==void 0&&n.push(o.low,o.high);let c=n.length>0?n:r;if(c.length===0)return{low:0,high:1};let[d,l]=[ie(c),se(c)],u=l-d||l*.02||1,m=r.filter(f=>f>=d-u&&f<=l+u),p=u*.12;return{low:Math.max(0,ie([d,...m])-p),high:se([l,...m])+p}}function F({before:e,threshold:t},n){let{relative:r=0,absolute:i=0}=t;if(e.location===void 0||r+i===0)return;let o=Math.max(e.location*r,i);return n==="lower"?e.location+o:Math.max(0,e.location-o)}function Be({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function ie(e){return e.reduce((t,n)=>Math.min(t,n))}function se(e){return e.reduce((t,n)=>Math.max(t,n))}a();var g=class{text;constructor(t){this.text=t}},Ce={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ue(e){return C(e).replace(/[&<>"']/g,t=>Ce[t]??"")}function s(e,...t){let n=e.map((r,i)=>{let o=r.replace(/\n\s*/g,`
`);return i<t.length?o+oe(t[i]??""):o});return new g(n.join(""))}function k(e){return new g(e)}function oe(e){return e instanceof g?e.text:typeof e=="string"?Ue(e):typeof e=="number"?String(e):e.map(oe).join("")}function ae(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var b=120,h=18,ce=Math.log(1.5);function le(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return s``;let i=x(r?.lower??(r===void 0?n:-1)),o=x(r?.upper??(r===void 0?n:1/0));return s`<svg
    class="interval"
    viewBox="0 0 ${b} ${h}"
    width="${b}"
    height="${h}"
    aria-hidden="true"
  >
    <path class="zero" d="M${b/2} 0V${h}" />
    ${De(e,t)}
    <path class="range" d="M${i} ${h/2}H${Math.max(o,i+1)}" />
    ${Je(n)}
  </svg>`}function De(e,t){let n=e.before.location,r=F(e,t);return r===void 0||n===void 0||n===0?s``:s`<path class="limit" d="M${x(r/n-1)} 2V${h-2}" />`}function Je(e){let t=x(e),n=h/2;if(Math.abs(de(e))<=ce)return s`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return s`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function de(e){return e<=-1?-1/0:Math.log1p(e)}function x(e){let t=Math.max(-1,Math.min(1,de(e)/ce));return Math.round((b/2+t*(b/2-4))*10)/10}a();var ue="perigee-data";function pe({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function qe(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let i of n)r.push(...i.slice(0,t-r.length));return r}function me(e,t){let n=qe(w(e),t),{metrics:r,spreads:i=[]}=e,o=new Set(i.length===0?[]:n.map(P));return{metrics:r,series:n,spreads:i.filter(c=>o.has(P(c)))}}var V={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function fe(e,t,n){let[r]=e.series,i=e.series.filter(({state:l})=>l==="not-regressed"),o=e.series.filter(({state:l})=>l!=="not-regressed"),c=l=>ze(l,t,n),d=H(r.annotations);return s`<section class="span${o.length===0?" calm":""}">
    <h3><bdi>${W(r)}</bdi></h3>
    <p class="tags">
      ${d.map(l=>s`<span><bdi>${l}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${He(e)} ${o.map(c)} ${We(i,c)}
  </section>`}function We(e,t){if(e.length===0)return s``;let n=e.length===1?"1 metric":`${e.length} metrics`;return s`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function He({evidence:e}){if(e===void 0)return s``;let t=_(e.movements);return t.length===0&&e.patterns.length===0?s``:s`<div class="meaning">
    ${e.patterns.map(({text:n})=>s`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </div>`}function ze(e,t,n){let r=t.get(e)??-1,i=pe(e),{mark:o,word:c}=V[i],d=O(e.metric,n),l=n.get(e.metric)?.direction??"lower";return s`<details
    class="series ${i}"
    id="s${r}"
    data-series="${r}"
    data-state="${i}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${o}</span> ${c}</span>
      <span class="metric">${y(e.metric)}</span>
      <span class="values"
        >${j(e.before,d)} → ${j(e.after,d)}</span
      >
      <span class="change">${z(e,d)}</span>
      ${le(e,l)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Ge(e,n).map(([u,m])=>s`<div>
              <dt>${u}</dt>
              <dd><bdi>${m}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Ge(e,t){let n=O(e.metric,t),{evidence:r}=e,i=E(e),o=A(e)??"none",c=[["Why",e.reason],["Interval",i===void 0?o:`${o} at ${i}`],...Ee(e,n),["Allowed",`${K(e,n)} (${Q(e)})`],["Runs",X(e)]];r.smallestVisible!==void 0&&c.push(["Could have seen",S(r.smallestVisible)]),r.needsRepeats!==void 0&&c.push(["Needs",`${r.needsRepeats} repeats`]);let d=r.degreesOfFreedom,l=[r.method,r.p===void 0?"":Ke(r.p),d===void 0?"":`${Number(d.toPrecision(3))} degrees of freedom`];return c.push(["Method",l.filter(u=>u!=="").join(", ")]),c}function Ee(e,t){let n=G(e,t);return n===void 0||n===A(e)?[]:[["Change",n]]}function Ke(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}a();var ge="Left out, since the change touches nothing that they read";function be({tests:e}){return e.filter(B).map(t=>({label:t.name,text:Qe(t.inputs??{})}))}function Qe(e){let{by:t,files:n=0,folders:r=0,observedAt:i}=e;if(t?.includes("bot")===!0)return"as the bot found before its job began";let o=r===0?"":` and lists ${he(r,"folder")}`,c=n+r===0?"reads nothing of the repository":`reads ${he(n,"file")}${o}`;return i===void 0?c:`${c}, as a run of ${i.slice(0,16).replace("T"," ")} UTC saw`}function he(e,t){return`${e.toLocaleString("en-US")} ${t}${e===1?"":"s"}`}a();var Xe=new Set(["submodules-empty","service-missing","test-not-started","warm-up-not-passed","failed-output","test-failed","test-timed-out","benchmarks-failed"]),Ye=new Set(["test-stopped","test-not-measured","executions-not-passed"]),Ze=new Set(["results-detected","log-cut","old-runs-not-removed","worktrees-not-removed","problems-left-out"]);function _e({code:e}){return Xe.has(e)}function ye(e){return e.toSorted((t,n)=>$e(t)-$e(n))}function $e(e){return _e(e)?0:Ye.has(e.code)?1:D(e)?3:U(e)?4:Ze.has(e.code)?5:2}var $=200;function we(e){let{build:t,conclusion:n}=e,{mark:r,word:i}=M[n],{before:o,after:c,links:d={}}=t,l=Object.entries(d).filter(([,u])=>/^https?:\/\//.test(u));return s`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${i}</h1>
    <p class="headline">${Y(e)}</p>
    <p class="compared">
      ${T(t)?"":s`<span class="before"
                ><bdi>${o.label}</bdi> <code>${R(o.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${c.label}</bdi> <code>${R(c.commit)}</code></span
      >
    </p>
    ${l.length===0?"":s`<p class="links">
            ${l.map(([u,m])=>s`<a href="${m}" rel="noopener noreferrer"><bdi>${u}</bdi></a> `)}
          </p>`}
  </header>`}function Se(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((i,[,o])=>i+o,0);return s`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([i,o])=>o===0?"":s`<button type="button" data-show="${i}" class="${i}" aria-pressed="false">
              <b>${o.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${V[i].mark}</span> ${V[i].word}
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
          ${t.map(([i,o])=>s`<option value="${i}">${o}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function Me({brokenTests:e}){return e.length===0?s``:s`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,$).map(t=>s`<li>
            <b><bdi>${t.name}</bdi></b> ${te(t)}
          </li>`)}
    </ul>
    ${L(e.length)}
  </section>`}function ke(e){let t=be(e);return t.length===0?s``:s`<section aria-labelledby="left-out">
    <h2 id="left-out">${ge}</h2>
    <ul class="plain">
      ${t.slice(0,$).map(({label:n,text:r})=>s`<li>
            <b><bdi>${n}</bdi></b> ${r}
          </li>`)}
    </ul>
    ${L(t.length)}
  </section>`}function xe(e){let t=ee(e);return t.length===0?s``:s`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>s`<li>${n}</li>`)}
    </ul>
  </section>`}function Ve({problems:e}){return e.length===0?s``:s`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${ye(e).slice(0,$).map(t=>{let n=re(t),{sentence:r,quoted:i}=ne(t);return s`<li>
            <code>${t.code}</code> ${r}
            ${n===""?"":s`<span class="quiet"><bdi>${n}</bdi></span>`}
            ${i.map(o=>s`<samp class="quoted">${o}</samp>`)}
          </li>`})}
    </ul>
    ${L(e.length)}
  </section>`}function ve(e){return s`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${Z(e).map(({label:t,text:n})=>s`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function L(e){return e<=$?s``:s`<p class="quiet">and ${(e-$).toLocaleString("en-US")} more</p>`}a();function Pe({title:e,policy:t,head:n,body:r}){let i=["default-src 'none'",...t,"base-uri 'none'","form-action 'none'"];return s`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${i.join("; ")}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${e}</title>
        ${n}
      </head>
      <body>
        ${r}
      </body>
    </html> `.text}var et=1e3;function Oe(e,t){let n=w(e),r=me(e,et),i=q(e.metrics),o=new Map(r.series.map((p,f)=>[p,f])),c=new Set(r.series.map(({metric:p})=>p)),d=e.metrics.filter(({name:p})=>c.has(p)).map(({name:p})=>[p,y(p)]),l=k(`<style>${t.style}</style>`),u=k(`<script>${t.script}</script>`),m=k(`<script type="application/json" id="${ue}">${ae(r)}</script>`);return Pe({title:`${M[e.conclusion].word}: ${e.build.suite} \xB7 Perigee`,policy:[`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'"],head:l,body:s`<a class="skip" href="#series">Skip to the series</a>
      ${we(e)}
      <main>
        ${Me(n)}
        <section aria-labelledby="series">
          <h2 id="series" tabindex="-1">Series</h2>
          ${r.series.length===0?s`<p>There are none.</p>`:s`${Se(n,d)} ${tt}`}
          ${nt(r.series.length,e.series.length)}
          <noscript
            ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
          >
          <div id="spans">
            ${J(r.series,e.spans).map(p=>fe(p,o,i))}
          </div>
        </section>
        <section id="slices" aria-labelledby="slices-title" hidden>
          <h2 id="slices-title">Slices by annotation</h2>
          <div class="fields"></div>
          <div class="drawing"></div>
        </section>
        ${ke(e)} ${xe(e)} ${Ve(e)}
        ${ve(e)}
      </main>
      ${m} ${u}`})}var tt=s`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function nt(e,t){if(e===t)return s``;let n=r=>r.toLocaleString("en-US");return s`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}a();var je=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function Ae(e){let t=r=>{let i=je.indexOf(r);return i===-1?je.length:i};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[i])=>t(r)-t(i)||(r<i?-1:1)).map(([r,i])=>`  ${JSON.stringify(r)}: ${rt(i)}`).join(`,
`)}
}
`}function rt(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${v(t)}`).join(`,
`)}
  ]`:v(e)}function v(e){if(!it(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(v).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let i=t[r];i!==void 0&&(n+=`,${JSON.stringify(r)}:${v(i)}`)}return`{${n.slice(1)}}`}function it(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var Fe={verdict:"verdict.json",page:"report.html"};function hn(e,t,n){let r=st("sha256").update(n.script).digest("base64"),i=Re(e,Fe.page);return Le(Re(e,Fe.verdict),Ae(t)),Le(i,Oe(t,{...n,scriptSha256:r})),i}function Le(e,t){ot(e,{recursive:!0,force:!0}),at(e,t,{flag:"wx"})}a();function yn({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=S(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}export{yn as a,ye as b,dt as c,F as d,Fe as e,hn as f};
