import type { CDPSession, Page } from 'puppeteer-core'
import { fillDay } from '../apply/in-page.ts'
import { keptOnDevice, openBrowser, openReport } from '../offline/browser.ts'
import { type FullDay, startWithDays } from '../offline/prices.ts'
import { extent } from '../support/extent.ts'
import { type BenchmarkResult, table, times } from '../support/figures.ts'
import { openUnwatched } from '../support/unwatched-browser.ts'

/** Two days of over 25 pages with 124 columns: more than the page keeps. */
const DAYS: readonly FullDay[] = ['2025-11-15', '2025-11-16'].map((date) => ({
  date,
  cities: 6,
  sites: 2,
  warehouses: 2,
  tyres: 3_000,
}))
const PAGES = 25
const TURNS = extent(1_000)
const REPORTS = extent(100)
/** Number of samples in each of the two series. */
const SAMPLES = 5
const PROFILE = 'memory'
/** Growth from the first sample to the last one that counts as flat. */
const FLAT = 1.1

interface Sample {
  done: string
  heap: number
  nodes: number
  listeners: number
}

/** Measures the memory of a page in which a person turns pages and applies reports all day. */
export async function benchMemory(): Promise<BenchmarkResult> {
  const server = await startWithDays('memory-data', DAYS)
  try {
    await install(server.origin)
    const browser = await openUnwatched(PROFILE)
    try {
      const page = await browser.newPage()
      await page.goto(`${server.origin}/export/all-prices?date=${DAYS[0]?.date}`)
      const samples = await measure(page)
      const growth = ratio(samples.filter(({ done }) => done.endsWith('pages')))
      const later = ratio(samples.filter(({ done }) => done.endsWith('reports')))
      return {
        text: section(samples),
        figures: [
          {
            figure: `Page's memory after ${TURNS} pages`,
            now: times(growth),
            target: `≤ ${FLAT} ×`,
            isMet: growth <= FLAT,
          },
          {
            figure: `Page's memory after ${REPORTS} reports`,
            now: times(later),
            target: `≤ ${FLAT} ×`,
            isMet: later <= FLAT,
          },
        ],
      }
    } finally {
      await browser.close()
    }
  } finally {
    await server.stop()
  }
}

async function install(origin: string): Promise<void> {
  const browser = await openBrowser({ name: PROFILE })
  const page = await browser.newPage()
  await openReport(page, `${origin}/export/all-prices?date=${DAYS[0]?.date}`)
  await keptOnDevice(page)
  await browser.close()
}

async function measure(page: Page): Promise<Sample[]> {
  const devtools = await page.createCDPSession()
  await devtools.send('Performance.enable')
  const samples: Sample[] = []
  const sample = async (done: string) => samples.push({ done, ...(await used(devtools)) })
  await page.evaluate(shows, 1)
  for (let turn = 1; turn <= TURNS; turn++) {
    const at = turn % (2 * (PAGES - 1))
    await page.evaluate(press, at > 0 && at < PAGES ? 'Вперёд →' : '← Назад')
    await page.evaluate(shows, at < PAGES ? at + 1 : 2 * PAGES - at - 1)
    if (turn % (TURNS / SAMPLES) === 0) await sample(`${turn} pages`)
  }
  for (let report = 1; report <= REPORTS; report++) {
    const day = DAYS[report % 2]?.date ?? ''
    await page.evaluate(press, 'Изменить')
    await page.evaluate(fillDay, day)
    await page.evaluate(press, 'Применить')
    await page.evaluate(shows, 1, day)
    if (report % (REPORTS / SAMPLES) === 0) await sample(`${report} reports`)
  }
  return samples
}

async function used(devtools: CDPSession): Promise<Omit<Sample, 'done'>> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN
  return { heap: value('JSHeapUsedSize'), nodes: value('Nodes'), listeners: value('JSEventListeners') }
}

/** Clicks a button; runs in the page. */
async function press(words: string): Promise<void> {
  const find = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === words)
  while (find()?.getAttribute('aria-disabled') !== null && find()?.getAttribute('aria-disabled') !== 'false')
    await new Promise(requestAnimationFrame)
  find()?.click()
}

/** Resolves when this page of the day's list is displayed and nothing loads; runs in the page. */
async function shows(number: number, day = ''): Promise<void> {
  const isShown = () =>
    location.search.includes(day) &&
    document.querySelector('.pager-text')?.textContent?.startsWith(`Страница ${number} из`) &&
    !document.querySelector('[aria-busy=true], .loading, #last-screen')
  while (!isShown()) await new Promise(requestAnimationFrame)
}

const ratio = (samples: readonly Sample[]): number =>
  (samples.at(-1)?.heap ?? Number.NaN) / (samples[0]?.heap ?? Number.NaN)

const section = (samples: readonly Sample[]): string =>
  [
    'Memory of one page in which somebody turns pages of 124 columns, there and back, and then applies reports of two days in turn, after a collection of garbage.',
    '',
    table(
      ['after', 'heap', 'nodes', 'listeners'],
      samples.map(({ done, heap, nodes, listeners }) => [
        done,
        `${(heap / 1e6).toFixed(1)} MB`,
        String(nodes),
        String(listeners),
      ]),
    ),
  ].join('\n')
