import { renderShell } from '../../report/html-shell.ts';
import { html, trustMarkup } from '../../report/html-text.ts';

/** The allowed sources: our own files and answers. ECharts and the page set styles through objects, never as text. */
export const dashboardPolicy = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
];

/** The page that every address of the dashboard begins with; its script shows the rest. */
export function renderIndexPage(): string {
  return renderShell({
    title: 'Perigee',
    policy: dashboardPolicy,
    head: trustMarkup(
      '<link rel="stylesheet" href="/dashboard.css"><link rel="icon" href="data:,"><script src="/dashboard.js" defer></script>',
    ),
    body: html`<a class="skip" href="#main">Skip to the page</a>
      <header class="masthead">
        <div class="bar">
          <p class="brand"><a href="/">Perigee</a> <span class="suite" id="place"></span></p>
          <span id="reader" hidden></span>
          <button type="button" id="theme" hidden>Dark</button>
        </div>
        <nav aria-label="Repository" hidden></nav>
      </header>
      <main id="main" tabindex="-1">
        <noscript><p>The dashboard needs scripts. It loads nothing from elsewhere.</p></noscript>
      </main>`,
  });
}
