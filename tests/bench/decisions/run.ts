import type { Page } from '@playwright/test'
import { DECISIONS_DATABASE } from '../../../contract/decisions/database.ts'
import type { Decision } from '../../../contract/decisions/decision.ts'
import { openBrowser, openReport } from '../offline/browser.ts'
import { type FullDay, importFullDay } from '../offline/prices.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, percentile, table } from '../support/figures.ts'
import { startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'

const COUNT = 20_000
const DAY: FullDay = { date: '2025-11-15', cities: 2, sites: 3, warehouses: 1 }
const ROUNDS = extent(9)
/** Of the height of the window, for each frame of scrolling. */
const STEP = 0.9
const FRAMES = 120

const decision = (index: number): Decision => ({
  tyre: `T${index}`,
  article: `T${index}`,
  brand: 'Arktika',
  name: `205/55R16 94V Arktika Polar ${index}`,
  size: '205/55 R16 94V',
  city: 'Томск',
  kind: 'retail',
  day: DAY.date,
  now: 5000 + (index % 500),
  wholesale: 4000,
  cost: 3800,
  rivals: Array.from({ length: 9 }, (_, site) => 4800 + ((index * 7 + site * 61) % 900)).sort(
    (a, b) => a - b,
  ),
  median: 5200,
  proposed: 5100,
  price: 5100 + (index % 90),
  rule: { by: 'median', percent: 0, round: '10' },
  comment: '',
  checked: false,
})

/** A basket of 20,000 decisions in the built app: opened, scrolled, and given another rule. @returns a Markdown section */
export async function benchDecisions(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('decisions-data') }
  await (await startServer(store)).stop()
  await importFullDay(store.DATA_DIR, DAY)
  const server = await startServer(store)
  const browser = await openBrowser({ name: 'decisions', serviceWorkers: 'block' })
  const page = await browser.newPage()
  try {
    await openReport(page, `${server.origin}/export/all-prices?date=${DAY.date}`)
    await page.goto(`${server.origin}/decisions`)
    await page.getByText('Решённых цен пока нет.').waitFor()
    await fill(page)
    const opened: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) opened.push(await open(page, server.origin))
    const scrolled = await scroll(page)
    const [previewed, applied] = await anotherRule(page)
    return [
      `${COUNT.toLocaleString('en-US')} decisions of nine competitors each, in Chromium at 1440×900 with software rendering. Opened: from the document's request to the frame`,
      'with the first rows. Scrolled: the longest task on the main thread, by elapsed time, over',
      `${FRAMES} frames of ${STEP * 100} % of the window. A rule: from the choice to the frame with what would come of it, and from the click to the frame with the rows changed, written to the device.`,
      '',
      table(
        ['', 'median', 'p95'],
        [
          ['opened', ms(opened, 0.5), ms(opened, 0.95)],
          ['a rule, what would come of it', ms(previewed, 0.5), ms(previewed, 0.95)],
          ['a rule, applied and kept', ms(applied, 0.5), ms(applied, 0.95)],
        ],
      ),
      '',
      `Scrolled: ${scrolled.long} tasks over 50 ms, the longest ${scrolled.longest === 0 ? 'under 50 ms' : inMilliseconds(scrolled.longest)}; ${scrolled.rows} rows drawn at once.`,
    ].join('\n')
  } finally {
    await browser.close()
    await server.stop()
  }
}

const ms = (values: readonly number[], share: number) => inMilliseconds(percentile(values, share))

/** Writes them as the app keeps them. */
async function fill(page: Page): Promise<void> {
  const decisions = Array.from({ length: COUNT }, (_, index) => decision(index))
  await page.evaluate(
    async ({ name, all, chunk }) => {
      const request = indexedDB.open(name)
      await new Promise((resolve) => {
        request.onsuccess = resolve
      })
      const tx = request.result.transaction(['chunks', 'versions'], 'readwrite')
      const owner = localStorage.getItem('username') ?? ''
      for (let index = 0; index * chunk < all.length; index += 1)
        tx.objectStore('chunks').put({
          owner,
          index,
          text: JSON.stringify(all.slice(index * chunk, (index + 1) * chunk)),
        })
      tx.objectStore('versions').put('bench', owner)
      await new Promise((resolve) => {
        tx.oncomplete = resolve
      })
    },
    { name: DECISIONS_DATABASE, all: decisions, chunk: 500 },
  )
}

async function open(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/decisions`)
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame)
    while (!document.querySelector('.decision-body .decision-row')) await frame()
    await frame()
    return performance.now()
  })
}

async function scroll(page: Page): Promise<{ long: number; longest: number; rows: number }> {
  return page.evaluate(
    async ({ frames, step }) => {
      const frame = () => new Promise(requestAnimationFrame)
      const tasks: number[] = []
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      })
      observer.observe({ type: 'longtask' })
      for (let at = 0; at < frames; at += 1) {
        window.scrollBy(0, innerHeight * step)
        await frame()
      }
      await frame()
      const rows = document.querySelectorAll('.decision-body .decision-row').length
      observer.disconnect()
      window.scrollTo(0, 0)
      return { long: tasks.length, longest: Math.max(0, ...tasks), rows }
    },
    { frames: FRAMES, step: STEP },
  )
}

async function anotherRule(page: Page): Promise<[number[], number[]]> {
  const [previewed, applied]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const percent = String(round + 1)
    const [preview, apply] = await page.evaluate(async (typed) => {
      const frame = () => new Promise(requestAnimationFrame)
      const input = document.querySelector<HTMLInputElement>('.decisions-rule .decision-number input')
      const price = () => document.querySelector<HTMLInputElement>('.decision-price')?.value
      const words = () => document.querySelector('.decisions-preview')?.textContent
      const button = document.querySelector<HTMLButtonElement>('.decisions-rule .button')
      const before = words()
      let start = performance.now()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, typed)
      input?.dispatchEvent(new Event('input', { bubbles: true }))
      while (words() === before) await frame()
      await frame()
      const shown = performance.now() - start
      const was = price()
      start = performance.now()
      button?.click()
      while (price() === was) await frame()
      await frame()
      return [shown, performance.now() - start] as const
    }, percent)
    previewed.push(preview)
    applied.push(apply)
  }
  return [previewed, applied]
}
