import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { preview } from 'vite'
import { buildPage } from './build-page.ts'
import type { Figures, ScrollFigures } from './page/measure.ts'

const BROWSER = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
const VIEWPORT = { width: 1440, height: 900 }

const VARIANTS = [
  { id: 'grid', name: 'ReportGrid', module: 'grid-variant', loads: 7, query: '' },
  { id: 'ag', name: 'AG Grid Community 36.2', module: 'ag-variant', loads: 7, query: '' },
  // Scrolling the plain table takes minutes: each frame of it about half a second.
  { id: 'plain', name: 'plain `<table>`', module: 'plain-variant', loads: 3, query: '&still' },
] as const

type VariantId = (typeof VARIANTS)[number]['id']
type Row = Figures & { script: number }

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** A fresh page in a fresh context, so that nothing is warm. */
async function load(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'ru-RU' })
  try {
    const page = await context.newPage()
    await page.goto(url)
    return await page.evaluate(() => window.figures)
  } finally {
    await context.close()
  }
}

async function measure(browser: Browser, url: string, loads: number): Promise<Figures> {
  const all: Figures[] = []
  for (let done = 0; done < loads; done++) all.push(await load(browser, url))
  const scrolls = all.flatMap(({ scroll }) => scroll ?? [])
  const worst = (name: keyof ScrollFigures): number => Math.max(...scrolls.map((scroll) => scroll[name]))
  return {
    firstPaint: median(all.map(({ firstPaint }) => firstPaint)),
    nodes: Math.max(...all.map(({ nodes }) => nodes)),
    scroll:
      scrolls.length > 0
        ? {
            longTasks: worst('longTasks'),
            longestTask: worst('longestTask'),
            worstFrame: worst('worstFrame'),
            nodes: worst('nodes'),
          }
        : null,
  }
}

const ms = (value: number): string => `${value.toFixed(0)} ms`

const NOT_SCROLLED = ['–', '–', '–']

const scrollCells = ({ longTasks, longestTask, worstFrame }: ScrollFigures): string[] => [
  String(longTasks),
  longTasks > 0 ? ms(longestTask) : '–',
  ms(worstFrame),
]

function line(name: string, { firstPaint, nodes, scroll, script }: Row): string {
  const most = Math.max(nodes, scroll?.nodes ?? 0).toLocaleString('en')
  const scrolled = scroll ? scrollCells(scroll) : NOT_SCROLLED
  return `| ${[name, ms(firstPaint), most, ...scrolled, `${(script / 1000).toFixed(1)} kB`].join(' | ')} |`
}

function section(rows: Record<VariantId, Row>): string {
  const times = (other: Row): string => (other.firstPaint / rows.grid.firstPaint).toFixed(1)
  return [
    '## Report grid: 100 rows × 2,690 columns',
    '',
    `Chromium, ${VIEWPORT.width}×${VIEWPORT.height}, software rendering, ${cpus().length} cores. Fresh page loads:`,
    `${VARIANTS.map(({ name, loads }) => `${name} ${loads}`).join(', ')}. First paint is the median from the call`,
    'that draws to the frame after the one with cells; the other columns give the worst of all loads. Scrolling:',
    'down and up, then sideways, slowly and by 2,400 px a frame. Script: gzip, without React.',
    '',
    '| | first paint | DOM nodes | tasks > 50 ms in scrolling | longest such task | worst frame | script |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...VARIANTS.map(({ id, name }) => line(name, rows[id])),
    '',
    `ReportGrid is ${times(rows.plain)} times as fast as the plain table and ${times(rows.ag)} times as fast as AG Grid`,
    'to first paint.',
    '',
  ].join('\n')
}

/** Measures the report grid beside a plain table and AG Grid; the answer is a section of Markdown. */
export async function benchGrid(): Promise<string> {
  const { directory, sizes } = await buildPage()
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    build: { outDir: directory },
    preview: { port: 4890, host: '127.0.0.1' },
  })
  const browser = await chromium.launch(BROWSER)
  try {
    const [base] = server.resolvedUrls?.local ?? []
    const results: Partial<Record<VariantId, Row>> = {}
    for (const { id, module, loads, query } of VARIANTS) {
      const figures = await measure(browser, `${base}?variant=${id}${query}`, loads)
      results[id] = { ...figures, script: sizes[module] ?? Number.NaN }
    }
    return section(results as Required<typeof results>)
  } finally {
    await browser.close()
    await server.close()
    await rm(directory, { recursive: true })
  }
}

if (import.meta.main) console.log(await benchGrid())
