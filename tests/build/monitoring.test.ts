import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { METRICS_TOKEN } from '../support/metrics.ts'
import { type TestWire, testWire } from '../support/wire.ts'

// Specification 10.28. deploy/monitoring/try.mjs evaluates the same expressions in Prometheus.

const FOLDER = join(import.meta.dirname, '../../deploy/monitoring')
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

interface Dashboard {
  panels: { title: string; targets?: { expr: string }[] }[]
}

/** Expressions by the panel or alert that has them. */
const inDashboard = (JSON.parse(read('dashboard.json')) as Dashboard).panels.flatMap(
  ({ title, targets = [] }) => targets.map(({ expr }): [string, string] => [title, expr]),
)
const inAlerts = read('alerts.yml')
  .split('- alert: ')
  .slice(1)
  .map((rule): [string, string] => [
    rule.split('\n')[0] as string,
    /\bexpr: (?:\|\n)?(.+?)\n {8}\w+:/s.exec(rule)?.[1] as string,
  ])

/** Metrics that Prometheus itself adds. */
const OF_PROMETHEUS = ['up']
const KEYWORDS = ['by', 'or', 'offset', 'unless', 'and', 'without']

/** Returns the metrics that an expression refers to: what is no label, function, keyword or variable. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) ?\([^)]*\)/g, ' ')
    .replaceAll(/\b[\d.]+(?:e\d+)?\b/g, ' ')
  return [...bare.matchAll(/\b[a-z_]\w*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !KEYWORDS.includes(name))
}

describe('the monitoring', () => {
  let wire: TestWire
  let known: Set<string>
  beforeAll(async () => {
    wire = await testWire({ METRICS_TOKEN })
    const { body } = await wire.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    const series = [...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name],
    )
    known = new Set([...series, ...OF_PROMETHEUS])
  })
  afterAll(() => wire?.close())

  it.each([...inDashboard, ...inAlerts])('refers in "%s" to metrics of the server alone', (_, expr) => {
    const names = metricsIn(expr)
    expect(names).not.toEqual([])
    expect(names.filter((name) => !known.has(name))).toEqual([])
  })

  it('has a test for each alert', () => {
    const tests = read('alerts.test.yml')
    expect(inAlerts.length).toBeGreaterThan(10)
    for (const [alert] of inAlerts) expect(tests).toContain(`alertname="${alert}"`)
  })

  it('draws each panel at a place of its own', () => {
    const panels = (
      JSON.parse(read('dashboard.json')) as { panels: { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[] }
    ).panels
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, n) => `${x + (n % w)}:${y + Math.floor(n / w)}`),
    )
    expect(new Set(places).size).toBe(places.length)
  })
})
