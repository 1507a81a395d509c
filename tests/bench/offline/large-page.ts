import type { Browser } from 'puppeteer-core'
import { extent } from '../support/extent.ts'
import { openUnwatched } from '../support/unwatched-browser.ts'
import { LARGE_DAY, type RunningApp, reportOf } from './app.ts'
import { keptOnDevice, openBrowser, openReport } from './browser.ts'
import { watchFirstCell } from './first-cell.ts'
import { longestTask } from './longest-task.ts'
import { LARGE_END, LARGE_START, type TaskWatch, watchTasks } from './watch-tasks.ts'

const PROFILE = 'large'
const WARM_UP = 1
const ROUNDS = extent(5)

export interface LargePage {
  /** milliseconds from the list call to the first cell */
  shown: number[]
  /** number of tasks of over 50 ms (elapsed time) between the list call and the first cell */
  longTasks: number[]
  /** elapsed milliseconds of the longest task; 50 if none was longer */
  longest: number[]
  /** milliseconds of processor time of the longest task */
  longestWorking: number[]
}

export interface LargeFigures {
  bytes: number
  columns: number
  network: LargePage
  store: LargePage
}

/** Loads a page of 10 MB through the worker, alternately from the network and from the store. */
export async function measureLargePage({ network }: RunningApp): Promise<LargeFigures> {
  const address = network.origin + reportOf(LARGE_DAY)
  const empty = (): LargePage => ({ shown: [], longTasks: [], longest: [], longestWorking: [] })
  const figures: LargeFigures = { ...(await keepLargePage(address)), network: empty(), store: empty() }
  const browser = await openUnwatched(PROFILE)
  try {
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      const fetched = await load(browser, address)
      await network.leave()
      const kept = await load(browser, address).finally(network.comeBack)
      process.stderr.write(`large page, round ${round + 1} of ${ROUNDS}\n`)
      if (round < 0) continue
      add(figures.network, fetched)
      add(figures.store, kept)
    }
    return figures
  } finally {
    await browser.close()
  }
}

/** Signs in, and opens the page; resolves when the worker has saved it. */
async function keepLargePage(address: string): Promise<Pick<LargeFigures, 'bytes' | 'columns'>> {
  const browser = await openBrowser({ name: PROFILE })
  try {
    const page = await browser.newPage()
    await openReport(page, address)
    const path = await keptOnDevice(page)
    const columns = Number(await page.locator('.report-grid').getAttribute('aria-colcount'))
    const bytes = await page.evaluate(async (call) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
      return (await (await fetch(call, { headers })).arrayBuffer()).byteLength
    }, path)
    return { bytes, columns }
  } finally {
    await browser.close()
  }
}

type Loaded = TaskWatch & { longestWorking: number }

/** Loads a new page, without anything of the previous table in memory. */
async function load(browser: Browser, address: string): Promise<Loaded> {
  const page = await browser.newPage()
  try {
    await page.evaluateOnNewDocument(watchFirstCell)
    await page.evaluateOnNewDocument(watchTasks, [LARGE_START, LARGE_END] as [string, string])
    const recorder = {
      start: (categories: string[]) => page.tracing.start({ categories }),
      stop: async () => (await page.tracing.stop()) ?? new Uint8Array(),
    }
    const longestWorking = await longestTask(recorder, [LARGE_START, LARGE_END], async () => {
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await page.evaluate(() => window.tasks)
    })
    return { ...(await page.evaluate(() => window.tasks)), longestWorking }
  } finally {
    await page.close()
  }
}

function add(to: LargePage, { shown, long, longestWorking }: Loaded): void {
  to.shown.push(shown)
  to.longTasks.push(long.length)
  to.longest.push(Math.max(50, ...long))
  to.longestWorking.push(longestWorking)
}
