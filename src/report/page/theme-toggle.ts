/// <reference lib="dom" />
import { redrawCharts } from './draw-chart.ts';

/** The button that overrules the system's choice of light or dark for this page. */
export function enableThemeToggle(): void {
  const root = document.documentElement;
  const button = document.querySelector<HTMLButtonElement>('#theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  if (!button) return;
  const isDark = (): boolean => {
    const theme = root.dataset['theme'];
    return theme === undefined ? system.matches : theme === 'dark';
  };
  const show = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
    redrawCharts();
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    show();
  });
  system.addEventListener('change', show);
  show();

  // Paper is light: charts carry their colours with them, so they are drawn again for it.
  let onScreen: string | undefined;
  addEventListener('beforeprint', () => {
    onScreen = root.dataset['theme'];
    root.dataset['theme'] = 'light';
    redrawCharts();
  });
  addEventListener('afterprint', () => {
    if (onScreen === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = onScreen;
    redrawCharts();
  });
}
