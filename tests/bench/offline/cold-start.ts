import type { BrowserContext, Page } from '@playwright/test'
import { extent } from '../support/extent.ts'
import { type RunningApp, reportOf, USUAL_DAY } from './app.ts'
import { keptOnDevice, openBrowser, openReport, stopWorker } from './browser.ts'
import { watchFirstCell } from './first-cell.ts'

/**
 * Number of rounds before the measurement, which fill the browser's caches of files and compiled scripts as in an
 * installed app.
 */
const WARM_UP = 2
const ROUNDS = extent(9)
const THROTTLES = [1, 4] as const

/** Milliseconds from the start of the navigation to the first visible rows, and to those of the app. */
export interface Start {
  rows: number
  app: number
}

type Throttle = (typeof THROTTLES)[number]

export interface StartFigures {
  columns: number
  starts: {
    throttle: Throttle
    offline: Start[]
    online: Start[]
  }[]
}

/** Opens new pages with a stopped worker, alternately offline and online. */
export async function measureStarts({ network }: RunningApp): Promise<StartFigures> {
  const address = network.origin + reportOf(USUAL_DAY)
  const browser = await openBrowser({ name: 'starts' })
  try {
    await browser.addInitScript(watchFirstCell)
    const page = await browser.newPage()
    await openReport(page, address)
    await keptOnDevice(page)
    const columns = Number(await page.locator('.report-grid').getAttribute('aria-colcount'))
    await page.close()
    const starts = THROTTLES.map((throttle) => ({
      throttle,
      offline: [] as Start[],
      online: [] as Start[],
    }))
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const { throttle, offline, online } of starts) {
        await network.leave()
        const without = await coldStart(browser, address, throttle).finally(network.comeBack)
        const beside = await coldStart(browser, address, throttle)
        if (round < 0) continue
        offline.push(without)
        online.push(beside)
      }
      process.stderr.write(`starts, round ${round + 1} of ${ROUNDS}\n`)
    }
    return { columns, starts }
  } finally {
    await browser.close()
  }
}

async function coldStart(browser: BrowserContext, address: string, throttle: Throttle): Promise<Start> {
  const page = await browser.newPage()
  try {
    await stopWorker(page)
    await slowDown(page, throttle)
    await page.goto(address, { waitUntil: 'commit' })
    return await page.evaluate(async () => ({ rows: await window.firstRows, app: await window.firstCell }))
  } finally {
    await page.close()
  }
}

/** Slows down only the page's thread, because browsers cannot slow down workers. */
async function slowDown(page: Page, rate: Throttle): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}
