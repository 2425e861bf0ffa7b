type Labels = Readonly<Record<string, string>>;

export interface Counter {
  /** @param labels of a bounded number of values */
  add(amount?: number, labels?: Labels): void;
  value(labels?: Labels): number;
}

export interface Gauge {
  set(value: number): void;
  value(): number;
}

export interface Histogram {
  observe(value: number): void;
}

export interface MetricRegistry {
  counter(name: string, help: string): Counter;
  gauge(name: string, help: string): Gauge;
  /** @param bounds upper bounds, ascending */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  /** In the text format 0.0.4 of Prometheus. */
  render(): string;
}

export function createMetricRegistry(): MetricRegistry {
  const families: (() => string)[] = [];
  const family = (name: string, help: string, type: string, lines: () => string[]): void => {
    families.push(() =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()].join('\n'),
    );
  };
  return {
    counter: (name, help) => {
      const values = new Map<string, number>();
      family(name, help, 'counter', () =>
        // A counter that was never moved is 0: an alert on its increase needs that it is there.
        values.size === 0
          ? [`${name} 0`]
          : [...values].map(([labels, value]) => `${name}${labels} ${value}`),
      );
      return {
        add: (amount = 1, labels = {}) => {
          const key = renderLabels(labels);
          values.set(key, (values.get(key) ?? 0) + amount);
        },
        value: (labels = {}) => values.get(renderLabels(labels)) ?? 0,
      };
    },
    gauge: (name, help) => {
      let current = 0;
      family(name, help, 'gauge', () => [`${name} ${current}`]);
      return {
        set: (value) => {
          current = value;
        },
        value: () => current,
      };
    },
    histogram: (name, help, bounds) => {
      const counts = bounds.map(() => 0);
      let count = 0;
      let sum = 0;
      family(name, help, 'histogram', () => [
        ...bounds.map((bound, i) => `${name}_bucket{le="${bound}"} ${counts[i]}`),
        `${name}_bucket{le="+Inf"} ${count}`,
        `${name}_sum ${sum}`,
        `${name}_count ${count}`,
      ]);
      return {
        observe: (value) => {
          count += 1;
          sum += value;
          for (const [i, bound] of bounds.entries()) {
            if (value <= bound) counts[i] = (counts[i] ?? 0) + 1;
          }
        },
      };
    },
    render: () => `${families.map((render) => render()).join('\n')}\n`,
  };
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels);
  if (pairs.length === 0) return '';
  return `{${pairs.map(([key, value]) => `${key}="${escapeLabel(value)}"`).join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
