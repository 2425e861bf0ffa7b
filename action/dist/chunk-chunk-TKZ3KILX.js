import { createRequire as perigeeCreateRequire } from 'node:module';
const require = perigeeCreateRequire(import.meta.url);
import{$ as Y,A as O,B as T,C as je,D as G,M as x,N as ve,O as F,P as Ne,Q as Te,R as P,S as z,T as H,U as Q,V as W,W as K,X as L,Y as X,Z as Ge,_ as Fe,aa as We,b as j,c as Me,d as xe,e as Ve,f as Re,g as Ae,h as Oe,k as R,l as Pe,m as f,n as Be,o as p,p as Le,q as Ce,r as A,s as M,t as k,u as S,v as w,w as V,x as v,y as N,z as E}from"./chunk-chunk-CBM4KBD6.js";import{N as Se,O as b,x as pe,y as ke}from"./chunk-chunk-BA3IBNJB.js";import{createHash as nn}from"node:crypto";import{rmSync as rn,writeFileSync as on}from"node:fs";import{join as at}from"node:path";function fe(e,t){let n=[],r=[];for(let{values:h,rejected:g,location:D}of[e.before,e.after]){let Ft=new Set(g);for(let[Wt,$e]of h.entries())$e!==null&&(Ft.has(Wt)?r:n).push($e);D!==void 0&&n.push(D)}let o=I(e,t);o!==void 0&&n.push(o);let i=It(e);i!==void 0&&n.push(i.low,i.high);let s=n.length>0?n:r;if(s.length===0)return{low:0,high:1};let[c,a]=[Ie(s),qe(s)],l=a-c||a*.02||1,u=r.filter(h=>h>=c-l&&h<=a+l),m=l*.12;return{low:Math.max(0,Ie([c,...u])-m),high:qe([a,...u])+m}}function I({before:e,threshold:t},n){let{relative:r=0,absolute:o=0}=t;if(e.location===void 0||r+o===0)return;let i=Math.max(e.location*r,o);return n==="lower"?e.location+i:Math.max(0,e.location-i)}function It({before:e,evidence:t}){let{lower:n,upper:r}=t.interval??{};if(!(e.location===void 0||n===void 0||r===void 0))return{low:e.location*(1+n),high:e.location*(1+r)}}function Ie(e){return e.reduce((t,n)=>Math.min(t,n))}function qe(e){return e.reduce((t,n)=>Math.max(t,n))}var U=class{text;constructor(t){this.text=t}},qt={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function Ht(e){return R(e).replace(/[&<>"']/g,t=>qt[t]??"")}function d(e,...t){let n=e.map((r,o)=>{let i=r.replace(/\n\s*/g,`
`);return o<t.length?i+He(t[o]??""):i});return new U(n.join(""))}function Z(e){return new U(e)}function He(e){return e instanceof U?e.text:typeof e=="string"?Ht(e):typeof e=="number"?String(e):e.map(He).join("")}function Ue(e){return JSON.stringify(e).replaceAll("<","\\u003c").replaceAll("\u2028","\\u2028").replaceAll("\u2029","\\u2029")}var _=120,q=18,_e=Math.log(1.5);function Je(e,t){let{change:n,interval:r}=e.evidence;if(n===void 0)return d``;let o=ee(r?.lower??(r===void 0?n:-1)),i=ee(r?.upper??(r===void 0?n:1/0));return d`<svg
    class="interval"
    viewBox="0 0 ${_} ${q}"
    width="${_}"
    height="${q}"
    aria-hidden="true"
  >
    <path class="zero" d="M${_/2} 0V${q}" />
    ${Ut(e,t)}
    <path class="range" d="M${o} ${q/2}H${Math.max(i,o+1)}" />
    ${_t(n)}
  </svg>`}function Ut(e,t){let n=e.before.location,r=I(e,t);return r===void 0||n===void 0||n===0?d``:d`<path class="limit" d="M${ee(r/n-1)} 2V${q-2}" />`}function _t(e){let t=ee(e),n=q/2;if(Math.abs(De(e))<=_e)return d`<circle cx="${t}" cy="${n}" r="3.5" />`;let r=e>0?-7:7;return d`<path class="beyond" d="M${t} ${n}l${r} -5v10z" />`}function De(e){return e<=-1?-1/0:Math.log1p(e)}function ee(e){let t=Math.max(-1,Math.min(1,De(e)/_e));return Math.round((_/2+t*(_/2-4))*10)/10}var Ee="perigee-data";function ze({state:e,blocking:t}){return e==="regressed"&&!t?"warning":e}function Jt(e,t){let n=[e.regressions,e.warnings,e.improvements,e.undecided,e.noBaseline,e.unchanged],r=[];for(let o of n)r.push(...o.slice(0,t-r.length));return r}function Qe(e,t){return{metrics:e.metrics,series:Jt(x(e),t)}}var te={regressed:{mark:"\u2717",word:"regressed"},warning:{mark:"!",word:"warning"},improved:{mark:"\u2713",word:"improved"},undecided:{mark:"?",word:"undecided"},"no-baseline":{mark:"\u2205",word:"no baseline"},"not-regressed":{mark:"\xB7",word:"not regressed"}};function Ke(e,t,n){let[r]=e.series,o=e.series.filter(({state:a})=>a==="not-regressed"),i=e.series.filter(({state:a})=>a!=="not-regressed"),s=a=>zt(a,t,n),c=S(r.annotations);return d`<section class="span${i.length===0?" calm":""}">
    <h3><bdi>${k(r)}</bdi></h3>
    <p class="tags">
      ${c.map(a=>d`<span><bdi>${a}</bdi></span> `)}
      <span class="platform">${r.platform}</span>
    </p>
    ${Et(e)} ${i.map(s)} ${Dt(o,s)}
  </section>`}function Dt(e,t){if(e.length===0)return d``;let n=e.length===1?"1 metric":`${e.length} metrics`;return d`<details class="rest">
    <summary>${n} not regressed</summary>
    ${e.map(t)}
  </details>`}function Et({evidence:e}){if(e===void 0)return d``;let t=W(e.movements);return t.length===0&&e.patterns.length===0?d``:d`<div class="meaning">
    ${e.patterns.map(({text:n})=>d`<p>${n}</p>`)}
    <ul>
      ${t.map(n=>d`<li>${n}</li>`)}
    </ul>
  </div>`}function zt(e,t,n){let r=t.get(e)??-1,o=ze(e),{mark:i,word:s}=te[o],c=M(e.metric,n),a=n.get(e.metric)?.direction??"lower";return d`<details
    class="series ${o}"
    id="s${r}"
    data-series="${r}"
    data-state="${o}"
    data-metric="${e.metric}"
  >
    <summary>
      <span class="state"><span aria-hidden="true">${i}</span> ${s}</span>
      <span class="metric">${b(e.metric)}</span>
      <span class="values"
        >${w(e.before,c)} → ${w(e.after,c)}</span
      >
      <span class="change">${V(e,c)}</span>
      ${Je(e,a)}
    </summary>
    <div class="body">
      <div class="drawing"></div>
      <dl class="facts">
        ${Qt(e,n).map(([l,u])=>d`<div>
              <dt>${l}</dt>
              <dd><bdi>${u}</bdi></dd>
            </div>`)}
      </dl>
    </div>
  </details>`}function Qt(e,t){let n=M(e.metric,t),{evidence:r}=e,o=E(e),i=N(e)??"none",s=[["Why",e.reason],["Interval",o===void 0?i:`${i} at ${o}`],["Allowed",`${O(e,n)} (${T(e)})`],["Runs",G(e)]];r.smallestVisible!==void 0&&s.push(["Could have seen",v(r.smallestVisible)]),r.needsRepeats!==void 0&&s.push(["Needs",`${r.needsRepeats} repeats`]);let c=r.degreesOfFreedom,a=[r.method,r.p===void 0?"":Kt(r.p),c===void 0?"":`${Number(c.toPrecision(3))} degrees of freedom`];return s.push(["Method",a.filter(l=>l!=="").join(", ")]),s}function Kt(e){return e<1e-6?"p < 0.000001":`p = ${Number(e.toPrecision(2))}`}var ne=200;function Xe(e){let{build:t,conclusion:n}=e,{mark:r,word:o}=P[n],{before:i,after:s,links:c={}}=t,a=Object.entries(c).filter(([,l])=>/^https?:\/\//.test(l));return d`<header class="masthead ${n}">
    <div class="bar">
      <p class="brand">
        Perigee <span class="suite"><bdi>${t.suite}</bdi></span>
      </p>
      <button type="button" id="theme" hidden>Dark</button>
    </div>
    <h1><span aria-hidden="true">${r}</span> ${o}</h1>
    <p class="headline">${z(e)}</p>
    <p class="compared">
      ${j(t)?"":d`<span class="before"
                ><bdi>${i.label}</bdi> <code>${H(i.commit)}</code></span
              >
              <span aria-label="against">→</span>`}
      <span class="after"
        ><bdi>${s.label}</bdi> <code>${H(s.commit)}</code></span
      >
    </p>
    ${a.length===0?"":d`<p class="links">
            ${a.map(([l,u])=>d`<a href="${u}" rel="noopener noreferrer"><bdi>${l}</bdi></a> `)}
          </p>`}
  </header>`}function Ye(e,t){let n=[["regressed",e.regressions.length],["warning",e.warnings.length],["improved",e.improvements.length],["undecided",e.undecided.length],["no-baseline",e.noBaseline.length],["not-regressed",e.unchanged.length]],r=n.reduce((o,[,i])=>o+i,0);return d`<div class="toolbar">
    <div class="states" role="group" aria-label="Show series by state">
      <button type="button" data-show="all" aria-pressed="true">
        <b>${r.toLocaleString("en-US")}</b> all
      </button>
      ${n.map(([o,i])=>i===0?"":d`<button type="button" data-show="${o}" class="${o}" aria-pressed="false">
              <b>${i.toLocaleString("en-US")}</b>
              <span aria-hidden="true">${te[o].mark}</span> ${te[o].word}
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
          ${t.map(([o,i])=>d`<option value="${o}">${i}</option>`)}
        </select>
      </label>
    </div>
    <p id="found" role="status"></p>
  </div>`}function Ze({brokenTests:e}){return e.length===0?d``:d`<section aria-labelledby="failing">
    <h2 id="failing">Failing tests</h2>
    <ul class="plain">
      ${e.slice(0,ne).map(t=>d`<li>
            <b><bdi>${t.name}</bdi></b> ${L(t)}
          </li>`)}
    </ul>
    ${rt(e.length)}
  </section>`}function et(e){let t=K(e);return t.length===0?d``:d`<section aria-labelledby="visible">
    <h2 id="visible">What we could have seen</h2>
    <p>4 of 5 such runs would have caught a regression of this size:</p>
    <ul class="plain">
      ${t.map(n=>d`<li>${n}</li>`)}
    </ul>
  </section>`}function tt({problems:e}){return e.length===0?d``:d`<section aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <ul class="plain">
      ${e.slice(0,ne).map(t=>{let n=Y(t),{sentence:r,quoted:o}=X(t);return d`<li>
          <code>${t.code}</code> ${r}
          ${n===""?"":d`<span class="quiet"><bdi>${n}</bdi></span>`}
          ${o.map(i=>d`<samp class="quoted">${i}</samp>`)}
        </li>`})}
    </ul>
    ${rt(e.length)}
  </section>`}function nt(e){return d`<section aria-labelledby="measured">
    <h2 id="measured">How it was measured</h2>
    <dl class="facts wide">
      ${Q(e).map(({label:t,text:n})=>d`<div>
            <dt>${t}</dt>
            <dd><bdi>${n}</bdi></dd>
          </div>`)}
    </dl>
  </section>`}function rt(e){return e<=ne?d``:d`<p class="quiet">and ${(e-ne).toLocaleString("en-US")} more</p>`}var Xt=1e3;function ot(e,t){let n=x(e),r=Qe(e,Xt),o=A(e.metrics),i=new Map(r.series.map((g,D)=>[g,D])),s=new Set(r.series.map(({metric:g})=>g)),c=e.metrics.filter(({name:g})=>s.has(g)).map(({name:g})=>[g,b(g)]),a=["default-src 'none'",`script-src 'sha256-${t.scriptSha256}'`,"style-src 'unsafe-inline'","base-uri 'none'","form-action 'none'"].join("; "),l=Z(`<style>${t.style}</style>`),u=Z(`<script>${t.script}</script>`),m=Z(`<script type="application/json" id="${Ee}">${Ue(r)}</script>`);return d`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${a}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${P[e.conclusion].word}: ${e.build.suite} · Perigee</title>
        ${l}
      </head>
      <body>
        <a class="skip" href="#series">Skip to the series</a>
        ${Xe(e)}
        <main>
          ${Ze(n)}
          <section aria-labelledby="series">
            <h2 id="series" tabindex="-1">Series</h2>
            ${r.series.length===0?d`<p>There are none.</p>`:d`${Ye(n,c)} ${Yt}`}
            ${Zt(r.series.length,e.series.length)}
            <noscript
              ><p>Charts, filters and slices need scripts; the figures below do not.</p></noscript
            >
            <div id="spans">
              ${F(r.series,e.spans).map(g=>Ke(g,i,o))}
            </div>
          </section>
          <section id="slices" aria-labelledby="slices-title" hidden>
            <h2 id="slices-title">Slices by annotation</h2>
            <div class="fields"></div>
            <div class="drawing"></div>
          </section>
          ${et(e)} ${tt(e)} ${nt(e)}
        </main>
        ${m} ${u}
      </body>
    </html> `.text}var Yt=d`<p class="quiet hint">
  At the end of a row: the interval of the change, from a third less to half as much again. Grey
  line: no change. Dashed line: how much worse is allowed.
</p>`;function Zt(e,t){if(e===t)return d``;let n=r=>r.toLocaleString("en-US");return d`<p class="cut">
    This page holds the worst ${n(e)} of ${n(t)} series; the JSON report holds all.
  </p>`}var it=["schema","version","conclusion","headline","counts","budget","build","hosts","metrics","tests","problems","spans","series"];function st(e){let t=r=>{let o=it.indexOf(r);return o===-1?it.length:o};return`{
${Object.entries(e).filter(([,r])=>r!==void 0).sort(([r],[o])=>t(r)-t(o)||(r<o?-1:1)).map(([r,o])=>`  ${JSON.stringify(r)}: ${en(o)}`).join(`,
`)}
}
`}function en(e){return Array.isArray(e)?e.length===0?"[]":`[
${e.map(t=>`    ${re(t)}`).join(`,
`)}
  ]`:re(e)}function re(e){if(!tn(e))return JSON.stringify(e);if(Array.isArray(e))return`[${e.map(re).join(",")}]`;let t=e,n="";for(let r of Object.keys(t).sort()){let o=t[r];o!==void 0&&(n+=`,${JSON.stringify(r)}:${re(o)}`)}return`{${n.slice(1)}}`}function tn(e){return typeof e!="object"||e===null?!1:!Array.isArray(e)||e.some(t=>typeof t=="object"&&t!==null)}var ct={verdict:"verdict.json",page:"report.html"};function dt(e,t,n){let r=nn("sha256").update(n.script).digest("base64"),o=at(e,ct.page);return lt(at(e,ct.verdict),st(t)),lt(o,ot(t,{...n,scriptSha256:r})),o}function lt(e,t){rn(e,{recursive:!0,force:!0}),on(e,t,{flag:"wx"})}function oe({reason:e,evidence:t}){if(t.smallestVisible===void 0)return[e];let n=v(t.smallestVisible);return[e,n.startsWith("too")?n:`could have seen ${n}`]}var sn=200;function mt(e,t){let[n]=e;if(n===void 0)return"";let r=M(n.metric,t),o=[b(n.metric),V(n,r)].join(" ").trim(),i=`allowed ${O(n,r)}`;return e.length===1?`${ut(n)}: ${o}, ${i}`:`${ut(n)}: ${e.length.toLocaleString("en-US")} series, first ${o}, ${i}`}function ut({state:e,blocking:t,threshold:n}){return e==="undecided"?"Undecided":t?"Regressed":n.mutedUntil===void 0?"Worse":`Worse, muted until ${n.mutedUntil}`}function pt(e,t){let n=M(e.metric,t),r=Pe([k(e),...S(e.annotations)].join(" "),sn),o=`${w(e.before,n)} \u2192 ${w(e.after,n)}`,i=V(e,n),s=N(e),c=s===void 0?"":` (${s})`,a=i===""?"":`, ${i}${c}`,l=e.state==="undecided"?`; ${R(oe(e).join("; "))}`:"";return`${r}: ${b(e.metric)} ${o}${a}${l}`}var he=10,ft=5;function ht(e,t){let{file:n,moved:r}=t,o=A(e.metrics),i=x(e),s=(c,a)=>[...Map.groupBy(a,({threshold:l})=>l.rule)].map(([l,u])=>an(c,{file:n,rule:l,line:bt(r?.get(l)??l)},u,o));return[...ge([...cn(i,t),...s("error",i.regressions)]),...ge([...ln(e,t),...s("warning",i.warnings)]),...ge(s("notice",i.undecided.filter(ve)))]}function an(e,{file:t,rule:n,line:r},o,i){let s=o.slice(0,ft).map(m=>pt(m,i)),c=o.length-s.length;c>0&&s.push(`\u2026 and ${c.toLocaleString("en-US")} more series`);let a=o.find(({threshold:m})=>m.owner!==void 0)?.threshold.owner;a!==void 0&&s.push(`Owner: ${R(a)}`),s.push(`Threshold: ${R(n)}`);let l=mt(o,i);return{annotation:{level:e,file:t,startLine:r,title:l,message:s.join(`
`)},about:o.length}}function cn({brokenTests:e},t){return gt("error",e,t,n=>`${P.regressed.word}: ${n} ${n===1?"test does":"tests do"} worse than before`)}function ln({build:e,tests:t},n){let r=new Set(Oe(t,e)),o=t.filter(({name:i})=>r.has(i));return gt("warning",o,n,i=>`Undecided: ${i} ${i===1?"test":"tests"} never passed before the change`)}function gt(e,t,{file:n,placeOfTest:r},o){return[...Map.groupBy(t,({name:s})=>bt(r?.get(s)??""))].map(([s,c])=>{let a=o(c.length),l=dn(c);return{annotation:{level:e,file:n,startLine:s,title:a,message:l},about:c.length}})}function dn(e){let t=e.slice(0,ft),n=t.map(o=>`${R(o.name)}: ${L(o)}`),r=e.length-t.length;return[...n,...r>0?[`\u2026 and ${r} more tests`]:[]].join(`
`)}function bt(e){let[,t]=/:(\d{1,7})(?::\d+)?$/.exec(e)??[];return Math.max(1,Number(t??1))}function ge(e){let t=e.slice(he);return e.slice(0,he).map(({annotation:n},r)=>{if(t.length===0||r<he-1)return n;let o=t.reduce((s,{about:c})=>s+c,0),i=`\u2026 and ${t.length} more ${t.length===1?"threshold":"thresholds"} with ${o.toLocaleString("en-US")} series, in the job summary`;return{...n,message:`${n.message}
${i}`}})}var un=new TextEncoder,wt=e=>e.reduce((t,n)=>t+un.encode(n).length+1,0);function ie(e,t=65535){let n=e.map(a=>{let l=a.tellLeftOut(a.rows.length+(a.alreadyLeftOut??0));return wt([...a.head,l,...a.tail])}),r=e.length,o=n.reduce((a,l)=>a+l,0);for(;o>t&&r>0;)o-=n[--r]??0;let i=new Array(r).fill(0),s=t-o;for(let a of[3,1/0])for(let[l,{rows:u}]of e.slice(0,r).entries()){let m=i[l]??0;for(;m<Math.min(a,u.length);m+=1){let h=wt([u[m]??""]);if(h>s)break;s-=h}i[l]=m}let c=e.slice(0,r).flatMap((a,l)=>{let u=i[l]??0,m=a.rows.length-u+(a.alreadyLeftOut??0),h=m>0?[a.tellLeftOut(m)]:[];return[...a.head,...a.rows.slice(0,u),...h,...a.tail]});return c.length===0?"":`${c.join(`
`)}
`}var $=500;function B(e,t){return`\u2026 and ${e.toLocaleString("en-US")} more ${t}, not shown here.`}var yt=["Span","Metric","Before \u2192 after","Change","Allowed","Runs"];function y(e,t,n,r={}){if(t.length===0)return[];let o=t.length.toLocaleString("en-US"),i=r.doubts===!0?[...yt,"Why"]:yt,{others:s,vanished:c}=Ne(t),a=[...s.slice(0,$).map(m=>mn(m,n,r.doubts===!0)),...c.slice(0,$).map(m=>pn(m,i.length))],l=r.untitled===!0?[]:[`### ${e} (${o})`,""];return[{head:[...r.fold===!0?["<details>",`<summary>${e} (${o})</summary>`,""]:l,`| ${i.join(" | ")} |`,`|${" --- |".repeat(i.length)}`],rows:a,alreadyLeftOut:Math.max(0,s.length-$),tail:r.fold===!0?["","</details>",""]:[""],tellLeftOut:m=>`
${B(m,"series")}`}]}function mn(e,t,n){let r=M(e.metric,t),o=[k(e),...S(e.annotations)],i=V(e,r),s=N(e),c=E(e),a=s===void 0?"":` (${s}${c===void 0?"":` at ${c}`})`;return`| ${[o.map(u=>f(u,!0)).join(" "),p(b(e.metric),!0),`${w(e.before,r)} \u2192 ${w(e.after,r)}`,i===""?"none":`**${i}**${a}`,`${O(e,r)} (${p(T(e),!0)})`,G(e),...n?[p(oe(e).join("; "),!0)]:[]].join(" | ")} |`}function pn(e,t){let n=[f(e.test,!0),Te(e)];return`| ${n.join(" | ")} |${" |".repeat(t-n.length)}`}function $t(e,t={}){let n=e.flatMap(({series:[r],evidence:o})=>{if(o===void 0)return[];let i=W(o.movements).map(l=>p(l)),s=o.patterns.map(({text:l})=>p(l)).join(" ");if(i.length===0&&s==="")return[];let c=[k(r),...S(r.annotations)],a=[i.join(" \xB7 "),s].filter(l=>l!=="").join(". ");return[`- ${c.map(l=>f(l)).join(" ")}: ${a}`]});return n.length===0?[]:[{head:t.untitled===!0?[]:["#### What the metrics of these spans say",""],rows:n.slice(0,$),alreadyLeftOut:Math.max(0,n.length-$),tail:[""],tellLeftOut:r=>`
${B(r,"spans")}`}]}var fn=10;function se({build:e},t,n){if(!j(e))return y("No baseline",t,n,{fold:!0});if(t.length===0)return[];let r=`Measured (${t.length.toLocaleString("en-US")})`,o=t.length<=fn;return[{head:[...o?[`### ${r}`,""]:["<details>",`<summary>${r}</summary>`,""],"| Span | Metric | Value | Runs |","| --- | --- | --- | --- |"],rows:t.slice(0,$).map(s=>hn(s,n)),alreadyLeftOut:Math.max(0,t.length-$),tail:o?[""]:["","</details>",""],tellLeftOut:s=>`
${B(s,"series")}`}]}function hn(e,t){return`| ${[[k(e),...S(e.annotations)].map(o=>f(o,!0)).join(" "),p(b(e.metric),!0),w(e.after,M(e.metric,t)),je(e)].join(" | ")} |`}var gn={passed:"\u2705",regressed:"\u274C",undecided:"\u26A0\uFE0F",incomplete:"\u26A0\uFE0F","nothing-measured":"\u26A0\uFE0F"},C={rows:[],tellLeftOut:()=>""};function ae(e,t){let{word:n}=P[e.conclusion],r=t.marker===void 0?[]:[Le(t.marker)];r.push(`## ${gn[e.conclusion]} ${n}: ${p(z(e))}`,"");let{before:o,after:i,suite:s}=e.build,[c,a]=[o,i].map(u=>`${f(u.label)} ${H(u.commit)}`);r.push(`${f(s)}: ${j(e.build)?"":`${c} \u2192 `}${a}`,"");let l=[e.build.links??{},t.links??{}].flatMap(u=>Object.entries(u).map(([m,h])=>Ce(m,h)));return l.length>0&&r.push(l.slice(0,20).join(" \xB7 "),""),{head:r,tail:[],...C}}var bn=5;function ce(e,t,{fold:n=!1}={}){if(e.length===0)return[];let r=e.slice(0,$).map((o,i)=>i<bn?`- ${f(o.name)}: ${L(o)}${wn(t,o.name)}`:`- ${f(o.name)}: ${L(o)}`);return[{...St(`Failing tests (${e.length})`,n),rows:r,alreadyLeftOut:e.length-r.length,tellLeftOut:o=>`
${B(o,"tests")}`}]}function wn(e,t){let n=Fe(e,t);return n.length===0?"":Be(n)}function St(e,t){return t?{head:["<details>",`<summary>${e}</summary>`,""],tail:["","</details>",""]}:{head:[`### ${e}`,""],tail:[""]}}function le(e){let t=K(e);return t.length===0?[]:[{head:["**4 of 5 such runs would have caught a regression of this size**",""],rows:t.map(n=>`- ${p(n)}`),tail:[""],tellLeftOut:n=>`
${B(n,"metrics")}`}]}var kt=100;function de(e,{fold:t=!1}={}){return e.length===0?[]:[{...St(`Problems (${e.length})`,t),rows:e.slice(0,kt).map(n=>{let r=Y(n),o=r===""?"":` (${f(r)})`,{sentence:i,quoted:s}=X(n),c=s.filter(Ge).map(yn).join("");return`- ${f(n.code)}: ${p(i)}${o}${c}`}),alreadyLeftOut:Math.max(0,e.length-kt),tellLeftOut:n=>`
${B(n,"problems")}`}]}function ue(e){return{head:["<details>","<summary>How it was measured</summary>","",...Q(e).slice(0,20).map(({label:n,text:r})=>`- ${n}: ${p(r)}`)],tail:["","</details>",""],...C}}function yn(e){return`\\
  ${f(e)}`}var $n={before:"#3b82f6",after:"#f97316",allowed:"#8b949e"},kn=20,Sn=1e15;function Mt(e,t){let n=Vt(e);if(n.length<2)return[];let r=fe(e,t.direction);if(r.high>Sn)return[];let o=ke(r.high,t.unit),i=l=>(Math.min(r.high,Math.max(r.low,l))/o.factor).toLocaleString("en-US",{useGrouping:!1,maximumSignificantDigits:6}),s=l=>`  line [${l.map(i).join(", ")}]`,c=I(e,t.direction),a=o.name===""?"":` (${o.name})`;return["```mermaid",`%%{init: ${JSON.stringify(Mn())}}%%`,"xychart-beta",`  x-axis "Pair" ${xn(n)}`,`  y-axis "${b(e.metric)}${a}" ${i(r.low)} --> ${i(r.high)}`,s(n.map(({before:l})=>l)),s(n.map(({after:l})=>l)),...c===void 0?[]:[s(n.map(()=>c))],"```"]}function xt(e,t){let r=I(e,t.direction)===void 0?"":" Grey: as much as is allowed.",o=fe(e,t.direction),i=Vt(e).flatMap(({before:c,after:a})=>[c,a]).filter(c=>c<o.low||c>o.high).length,s=i===0?"":` ${i} rejected ${i===1?"repeat lies":"repeats lie"} beyond the edge.`;return`Blue: before. Orange: after.${r} Each point is one pair.${s}`}function Mn(){let{before:e,after:t,allowed:n}=$n;return{xyChart:{width:700,height:260},themeVariables:{xyChart:{plotColorPalette:`${e}, ${t}, ${n}`}}}}function Vt({before:e,after:t}){let n=[];for(let[r,o]of e.values.entries()){let i=t.values[r];typeof o=="number"&&typeof i=="number"&&n.push({repeat:r,before:o,after:i})}return n}function xn(e){return e.length>kn?`1 --> ${e.length}`:`[${e.map(({repeat:t})=>t+1).join(", ")}]`}var Vn=3,Rn=50;function At(e,t,n){let{regressions:r,warnings:o,undecided:i}=t,s=r.length>0?r:o,c=e.conclusion==="undecided"?i:s;return F(c,e.spans).slice(0,Vn).map(a=>An(a,n))}function An({series:[e,...t],evidence:n},r){let o=Ln(e,r),i=[k(e),...S(e.annotations)],s=V(e,o.unit);return{head:[`### ${`${p(b(e.metric))}${s===""?"":` ${s}`}`}: ${i.map(l=>f(l)).join(" ")}`,"",`${w(e.before,o.unit)} \u2192 ${w(e.after,o.unit)}: ${p(e.reason)}. Allowed: ${O(e,o.unit)} (${p(T(e))}). ${G(e)}${On(e)}.`,"",...Pn(n,t.length),...Bn(e,o)],tail:[],...C}}function On({evidence:e,state:t}){if(e.smallestVisible===void 0||t==="regressed")return"";let n=v(e.smallestVisible);return n.startsWith("too")?`; ${n}`:`; could have seen ${n}`}function Pn(e,t){let n=e===void 0?[]:W(e.movements),o=[...(e?.patterns??[]).map(({text:i})=>p(i))];return n.length>1?o.push(`${n.map(i=>p(i)).join(" \xB7 ")}.`):t>0&&o.push(`${t} more of its metrics below.`),o.length===0?[]:[o.join(" "),""]}function Bn(e,t){let n=Mt(e,t);return n.length===0?[]:[...n,"",xt(e,t),"","<details>","<summary>The repeats in figures, rejected ones in brackets</summary>","",`- Before: ${Rt(e.before,t.unit)}`,`- After: ${Rt(e.after,t.unit)}`,"","</details>",""]}function Rt({values:e,rejected:t},n){let r=new Set(t),o=e.slice(0,Rn).map((s,c)=>{if(s===null)return"none";let a=pe(s,n,4);return r.has(c)?`(${a})`:a}),i=e.length-o.length;return i>0&&o.push(`\u2026 and ${i} more`),o.join(" \xB7 ")}function Ln({metric:e},t){let n=t.get(e)??Se(e);return{unit:n?.unit??"count",direction:n?.direction??"lower"}}var Cn=1048576,jn=1024,be=10;function Ot(e,t={}){let n=A(e.metrics),r=x(e),o=l=>l.length<=be,i=e.conclusion==="undecided"&&o(r.undecided),{alerts:s,others:c}=Tn(e.problems),a=[ae(e,t.links===void 0?{}:{links:t.links}),vn(e),...Nn(t.notes??[]),...s.flatMap(Gn),...ce(r.brokenTests,e.problems,{fold:!o(r.brokenTests)}),...At(e,r,n),...y("Regressed",r.regressions,n,{fold:!o(r.regressions)}),...y("Undecided",r.undecided,n,{fold:!i,doubts:!0}),...le(e),...de(c,{fold:e.conclusion!=="incomplete"}),...y("Warnings",r.warnings,n,{fold:!0}),...y("Improved",r.improvements,n,{fold:!0}),ue(e),...se(e,r.noBaseline,n),...y("Not regressed",r.unchanged,n,{fold:!0})];return ie(a,Cn-jn)}function vn({counts:e}){let{regressed:t,blocking:n,improved:r,undecided:o,"no-baseline":i}=e,s=(l,u)=>l===0?[]:[`**${l.toLocaleString("en-US")}** ${u}`],c=n===t?"":`, ${n.toLocaleString("en-US")} of them block`,a=[...s(t,`regressed${c}`),...s(o,"undecided"),...s(r,"improved"),...s(e["not-regressed"],"not regressed"),...s(i,"without a baseline")];return{head:a.length===0?[]:[a.join(" \xB7 "),""],tail:[],...C}}function Nn(e){return e.slice(0,20).map(t=>({head:["> [!NOTE]",`> ${p(t)}`,""],tail:[],...C}))}function Tn(e){let t=[],n=[],r=[],o=[],i=[],s=[];for(let a of e){let{code:l}=a;Ae(a)||Ve(a)||l.startsWith("artifact-")?t.push(a):xe(a)?n.push(a):Me(a)?o.push(a):Re(a)?i.push(a):(l==="superseded-shard"?r:s).push(a)}return{alerts:[{kind:"WARNING",title:"Not all of this build is in this verdict.",problems:t},{kind:"WARNING",title:"This change alters what is measured.",problems:n},{kind:"NOTE",title:"Measured more than once.",problems:r},{kind:"NOTE",title:"The machine was busy.",problems:o},{kind:"WARNING",title:"Slower code can pass these tests.",problems:i}],others:s}}function Gn({kind:e,title:t,problems:n}){if(n.length===0)return[];let r=n.map(({message:o,test:i})=>`> - ${i===void 0?"":`${f(i)}: `}${p(o)}`);return[{head:[`> [!${e}]`,`> **${t}**`,">"],rows:r.slice(0,be),alreadyLeftOut:Math.max(0,r.length-be),tail:[""],tellLeftOut:o=>`> - \u2026 and ${o.toLocaleString("en-US")} more of this kind`}]}function Pt(e,t={}){let n=A(e.metrics),r=x(e),{regressions:o,warnings:i}=r,s=[...o.slice(0,$),...i.slice(0,$)];return ie([ae(e,t),...ce(r.brokenTests,e.problems),...y("Regressed",o,n),...$t(F(s,e.spans)),...y("Warnings",i,n),...y("Improved",r.improvements,n,{fold:!0}),...y("Undecided",r.undecided,n,{fold:e.conclusion!=="undecided",doubts:!0}),...le(e),...de(e.problems),ue(e),...se(e,r.noBaseline,n),...y("Not regressed",r.unchanged,n,{fold:!0})])}var Fn={requestMs:15e3,jobMs:12e4};async function Bt(e,t,n,{requestMs:r,jobMs:o}=Fn){if(e==="")return;let{getOctokit:i}=await import("./chunk-github-IHMMLNSY.js"),s=i(e,{baseUrl:t}),c=AbortSignal.timeout(o);return s.hook.before("request",a=>{a.request.signal=AbortSignal.any([c,AbortSignal.timeout(r)])}),{octokit:s,repository:{owner:n.owner,repo:n.name}}}function J(e){let t=In(e),{status:n,message:r,headers:o}=t,i=qn(r);if(!t.isAnswer)return{kind:"not-now",why:`GitHub did not answer (${i})`};let s=`GitHub said ${n}: ${i}`;if(Wn(t)){let c=Number(o["retry-after"]),a=Number.isFinite(c)?{waitMs:c*1e3}:{};return{kind:"not-now",why:`too many requests (${s})`,...a}}return n===401?{kind:"not-allowed",why:`the token is not valid (${s})`}:n===403||n===404||n===410?{kind:"not-allowed",why:`this job may not do that (${s})`}:n>=500?{kind:"not-now",why:s}:{kind:"not-accepted",why:s}}function Wn({status:e,message:t,headers:n}){return e===429?!0:e!==403?!1:n["x-ratelimit-remaining"]==="0"||n["retry-after"]!==void 0||/rate limit/i.test(t)}function In(e){if(!(e instanceof Error)||!("status"in e))throw e;let{status:t,message:n}=e,r="response"in e?e.response:void 0,o=typeof r=="object"&&r!==null&&"headers"in r,i=o?r.headers:void 0;return{isAnswer:o,status:typeof t=="number"?t:500,message:n,headers:typeof i=="object"&&i!==null?{...i}:{}}}function qn(e){return e.replaceAll(/\s+/g," ").slice(0,200)}var Hn="perigee";async function Lt({octokit:e,repository:t},n){try{let{data:r}=await e.rest.checks.listForRef({...t,ref:n,check_name:Hn,per_page:100}),i=r.check_runs.flatMap(({app:s})=>s?.slug??[]).find(s=>s!=="github-actions");return i===void 0?{kind:"absent"}:{kind:"present",app:i}}catch(r){return{kind:"unknown",why:J(r).why}}}import{setTimeout as _n}from"node:timers/promises";function me(e){return`<!-- perigee:${encodeURIComponent(e)}:v1 -->`}var Ct="github-actions[bot]";async function jt({octokit:e}){try{let t=await e.graphql("query { viewer { login } }");return Un(t)??Ct}catch{return Ct}}function Un(e){if(typeof e!="object"||e===null||!("viewer"in e))return;let{viewer:t}=e;if(!(typeof t!="object"||t===null||!("login"in t)))return typeof t.login=="string"?t.login:void 0}async function we({octokit:e,repository:t},n,r,o){return(await e.paginate(e.rest.issues.listComments,{...t,issue_number:n,per_page:100})).filter(({user:s,body:c})=>s?.login===o&&c?.startsWith(r)===!0).map(({id:s,body:c,html_url:a})=>({id:s,body:c??"",url:a})).sort((s,c)=>s.id-c.id)}var Nt=65536,Jn=[2e3,1e4],Dn=6e4;async function Tt(e,t,n=Jn){for(let r of[...n,void 0]){let o=await En(e,t);if(o.kind!=="not-now"||r===void 0)return o;let i=o.waitMs??r;if(i>Dn)return o;await _n(i)}return{kind:"not-now",why:"no try was allowed"}}async function En(e,t){try{let{data:n}=await e.octokit.rest.pulls.get({...e.repository,pull_number:t.pullRequest});if(n.head.sha!==t.head)return{kind:"outdated",why:`the pull request is at ${n.head.sha.slice(0,12)} by now`};let{body:r,shortBody:o}=zn(t),i=await vt(e,t,r.length>Nt?o:r);return i.kind==="not-accepted"?await vt(e,t,o):i}catch(n){return J(n)}}function zn({suite:e,body:t,shortBody:n}){let r=me(e);return{body:`${r}
${t}`,shortBody:`${r}
${n}`.slice(0,Nt)}}async function vt(e,{pullRequest:t,suite:n},r){let{issues:o}=e.octokit.rest,i=await jt(e);try{let[s]=await we(e,t,me(n),i);if(s?.body===r)return{kind:"unchanged",url:s.url};if(s!==void 0)return await o.updateComment({...e.repository,comment_id:s.id,body:r}),{kind:"updated",url:s.url};let{data:c}=await o.createComment({...e.repository,issue_number:t,body:r}),[a]=await we(e,t,me(n),i);return a===void 0||a.id>=c.id?{kind:"created",url:c.html_url}:(await o.updateComment({...e.repository,comment_id:a.id,body:r}),await o.deleteComment({...e.repository,comment_id:c.id}),{kind:"updated",url:a.url})}catch(s){return J(s)}}var ye={failed:!1};async function Gt(e,t){let{ci:n,inputs:r,log:o,trigger:i}=e,{pullRequest:s}=i;if(s===void 0||r.comment==="never")return ye;let c=l=>{let u=`this job did not comment on the pull request: ${l}`;return o.say(u),{note:u,failed:r.comment==="always"}},a=await Bt(r.token,n.apiUrl,n.repository);if(a===void 0)return c("it has no token");try{return await Qn(e,t,s,a,c)}catch(l){let u=l instanceof Error?l.message:String(l);return c(`GitHub's answer was not understood (${u.slice(0,200)})`)}}async function Qn(e,t,n,r,o){let{ci:i,inputs:s,log:c,suite:a,trigger:l}=e;if(s.comment==="auto"){let m=await Lt(r,l.head.commit);if(m.kind==="present")return c.say(`the app ${m.app} comments on this pull request`),ye}let u=await Tt(r,{pullRequest:n,head:l.head.commit,suite:a.name,body:Pt(t),shortBody:`**${p(t.headline)}** (${f(a.name)}; details: ${i.url})`});return"url"in u?(c.say(`comment ${u.kind}: ${u.url}`),ye):u.kind==="not-allowed"&&l.fork?o(`a job of a fork may only read (${u.why}); the summary says the same`):o(u.why)}async function fi(e,t,n){let{inputs:r,log:o,notes:i}=e,{verdict:s}=t,c=t.isHeld&&r.failOn!=="never";c&&i.push(Kn),o.output("verdict",s.conclusion),o.output("exit-code",String(t.exitCode)),o.output("report-path",n),dt(n,s,We());let a=new Map(e.suite.tests.flatMap(({name:h,where:g})=>g===void 0?[]:[[h,g]])),{moved:l}=e,u={file:r.config,placeOfTest:a,...l===void 0?{}:{moved:l}};for(let h of ht(s,u))o.annotate(h);let m=await Gt(e,s);return m.note!==void 0&&i.push(m.note),await o.summarize(Ot(s,{notes:i})),o.say(s.headline),m.failed||c||Xn(s,r.failOn)}var Kn="This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails";function Xn({conclusion:e},t){switch(e){case"passed":return!1;case"regressed":return t!=="never";case"undecided":return t==="undecided";case"incomplete":case"nothing-measured":return!0}}export{fi as a};
