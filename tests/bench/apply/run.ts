import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'puppeteer-core'
import { keptOnDevice, openBrowser, openReport } from '../offline/browser.ts'
import { watchFirstCell } from '../offline/first-cell.ts'
import { type FullDay, startWithDays } from '../offline/prices.ts'
import { drawChart } from '../support/draw-chart.ts'
import { extent, IS_QUICK } from '../support/extent.ts'
import {
  type BenchmarkResult,
  type Figure,
  inMilliseconds,
  median,
  percentile,
  table,
  times,
} from '../support/figures.ts'
import type { Server } from '../support/server.ts'
import { openUnwatched } from '../support/unwatched-browser.ts'
import { applyAndTime, fillDay, nextAndTime, PARTS, type Parts } from './in-page.ts'

/** Days of 200 tyres, two pages each. */
const DAYS: readonly (FullDay & { target: Record<number, number> })[] = [
  { date: '2025-11-15', cities: 6, sites: 2, warehouses: 2, tyres: 200, target: { 1: 100, 4: 300 } },
  { date: '2025-11-16', cities: 20, sites: 10, warehouses: 3, tyres: 200, target: { 1: 250, 4: 800 } },
]
/** Factors by which the processor is slowed down. */
const RATES = IS_QUICK ? ([1] as const) : ([1, 4] as const)
const PROFILE = 'apply'
const WARM_UP = extent(2)
const ROUNDS = extent(11)
const CHART = 'apply.svg'
/** Pause in ms in which a person would read and the app prefetches the next page. */
const REST_MS = 3_000

interface Case {
  columns: number
  rate: number
  target: number
  applied: Parts[]
  next: number[]
}

/**
 * Measures the time from a click on 'Применить' until the table is painted, in parts, and from a click on 'Вперёд'
 * until the next page.
 */
export async function benchApply(): Promise<BenchmarkResult> {
  const server = await startWithDays('apply-data', DAYS)
  try {
    const cases = await measure(server)
    return { text: section(cases), figures: figuresOf(cases) }
  } finally {
    await server.stop()
  }
}

async function measure({ origin }: Server): Promise<Case[]> {
  const cases = await openDays(origin)
  const browser = await openUnwatched(PROFILE)
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [n, one] of cases.entries()) {
        const { date } = DAYS[Math.floor(n / RATES.length)] as FullDay
        const { applied, next } = await once(browser, origin, date, one)
        if (round < 0) continue
        one.applied.push(applied)
        one.next.push(next)
      }
      process.stderr.write(`apply, round ${round + 1} of ${ROUNDS}\n`)
    }
    return cases
  } finally {
    await browser.close()
  }
}

/** Signs in, with the worker installed, and counts each day's columns. */
async function openDays(origin: string): Promise<Case[]> {
  const browser = await openBrowser({ name: PROFILE })
  try {
    const cases: Case[] = []
    const page = await browser.newPage()
    for (const [n, { date, target }] of DAYS.entries()) {
      const address = `${origin}/export/all-prices?date=${date}`
      if (n === 0) {
        await openReport(page, address)
        await keptOnDevice(page)
      } else {
        await page.goto(address)
      }
      await page.locator('.report-grid [role=gridcell]').first().waitFor()
      const columns = Number(await page.locator('.report-grid').getAttribute('aria-colcount'))
      for (const rate of RATES)
        cases.push({ columns, rate, target: target[rate] as number, applied: [], next: [] })
    }
    return cases
  } finally {
    await browser.close()
  }
}

/** Measures both clicks on a new page that is idle before each of them. */
async function once(browser: Browser, origin: string, date: string, { rate, columns }: Case) {
  const page = await browser.newPage()
  try {
    await page.evaluateOnNewDocument(watchFirstCell)
    await page.goto(`${origin}/export/all-prices`, { waitUntil: 'domcontentloaded' })
    await page.waitForSelector('input[type=date]')
    await page.evaluate(fillDay, date)
    await pause(REST_MS)
    await page.emulateCPUThrottling(rate)
    const applied = await page.evaluate(applyAndTime)
    const shown = await page.$eval('.report-grid', (grid) => Number(grid.getAttribute('aria-colcount')))
    if (shown !== columns) throw new Error(`${shown} columns were shown instead of ${columns}`)
    await pause(REST_MS)
    return { applied, next: await page.evaluate(nextAndTime) }
  } finally {
    await page.close()
  }
}

const processor = (rate: number): string => (rate === 1 ? 'as it is' : `${rate} times slower`)
const whole = (parts: Parts): number => PARTS.reduce((sum, part) => sum + parts[part], 0)

const NEXT_PAGE_MS = 50

function figuresOf(cases: readonly Case[]): Figure[] {
  return cases.flatMap(({ columns, rate, target, applied, next }) => {
    const table = `${columns.toLocaleString('en')} columns`
    const painted = median(applied.map(whole))
    const turned = median(next)
    const page: Figure[] =
      rate === 1
        ? [
            {
              figure: `next page, ${table}`,
              now: inMilliseconds(turned),
              ratio: times(turned / NEXT_PAGE_MS),
              target: `≤ ${NEXT_PAGE_MS} ms`,
              isMet: turned <= NEXT_PAGE_MS,
            },
          ]
        : []
    return [
      {
        figure: `'Применить' to painted, ${table}${rate === 1 ? '' : ', slow processor'}`,
        now: inMilliseconds(painted),
        ratio: times(painted / target),
        target: `≤ ${target} ms`,
        isMet: painted <= target,
      },
      ...page,
    ]
  })
}

function section(cases: readonly Case[]): string {
  const folder = new URL('../../../docs/', import.meta.url)
  if (!IS_QUICK) writeFileSync(fileURLToPath(new URL(CHART, folder)), bars(cases))
  return [
    `From a click on 'Применить' to the painted table, and from one on 'Вперёд' to the frame after the next page's, in Chromium at 1440×900 with software rendering, the local server`,
    `and the worker in between: fresh pages at rest, medians of ${ROUNDS} rounds in turns (p95). "Server" is from the call to its answer's first byte, worker included; a click and a paint`,
    'wait for a frame each, 17 ms at most.',
    '',
    table(
      ['100 tyres ×', 'processor', ...PARTS, 'together', 'target', 'next page'],
      cases.map(({ columns, rate, target, applied, next }) => [
        `${columns.toLocaleString('en')} columns`,
        processor(rate),
        ...PARTS.map((part) => inMilliseconds(median(applied.map((parts) => parts[part])))),
        middle(applied.map(whole)),
        inMilliseconds(target),
        middle(next),
      ]),
    ),
    '',
    `![From a click to the painted table, by its parts](${CHART})`,
  ].join('\n')
}

const middle = (times: readonly number[]): string =>
  `${inMilliseconds(median(times))} (${inMilliseconds(percentile(times, 0.95))})`

/** Draws a chart with one bar per case, composed of the medians of its parts. */
function bars(cases: readonly Case[]): string {
  return drawChart(
    { width: 760, height: 260 },
    {
      legend: { bottom: 0 },
      grid: { top: 16, left: 190, right: 24, bottom: 64 },
      xAxis: { type: 'value', name: 'ms', nameLocation: 'middle', nameGap: 24 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: cases.map(({ columns, rate }) => `${columns} columns, ${processor(rate)}`),
      },
      series: PARTS.map((part) => ({
        name: part,
        type: 'bar',
        stack: 'click',
        barWidth: 22,
        data: cases.map(({ applied }) => Math.round(median(applied.map((parts) => parts[part])) * 10) / 10),
      })),
    },
  )
}
