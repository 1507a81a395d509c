import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM } from '../../support/chromium.ts'
import { type RunningApp, reportOf, USUAL_DAY } from '../offline/app.ts'
import { extent } from '../support/extent.ts'
import { USER } from '../support/server.ts'
import { PLAIN_PAGE } from './build-page.ts'
import { type Start, watchStart } from './watch-start.ts'

const ROUNDS = extent(9)
const SLOWER = 4

/** A phone as Lighthouse emulates it, with the size of the project's own checks. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'ru-RU',
}

/** Slow 4G as DevTools emulates it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, in bytes and with its factors. */
const SLOW_4G = {
  offline: false,
  latency: 150 * 3.75,
  downloadThroughput: ((1.6 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((750 * 1_000) / 8) * 0.9,
}

export interface Visit extends Start {
  /** ms of processor time of the page's thread, slowed down */
  busy: number
}

export const PAGES = ['plain', 'table', 'list'] as const
export type Visits = Record<(typeof PAGES)[number], Visit[]>

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Opens the plain page and the report, as a table and as the list that a phone shows, in turns. */
export async function measureVisits({ direct }: RunningApp): Promise<Visits> {
  const browser = await chromium.launch(CHROMIUM)
  try {
    const session = await signIn(browser, direct)
    const table = `${direct}${reportOf(USUAL_DAY)}&view=table`
    const { list, columns } = await listCallOf(browser, session, table)
    const addresses = {
      plain: `${direct}${PLAIN_PAGE}?${new URLSearchParams({ list })}`,
      table,
      list: direct + reportOf(USUAL_DAY),
    }
    const plainColumns = await columnsOf(browser, session, addresses.plain)
    if (plainColumns !== columns) throw new Error(`the pages show ${plainColumns} and ${columns} columns`)
    const visits: Visits = { plain: [], table: [], list: [] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of PAGES) visits[name].push(await visit(browser, session, addresses[name]))
      process.stderr.write(`first visits, round ${round + 1} of ${ROUNDS}\n`)
    }
    return visits
  } finally {
    await browser.close()
  }
}

/** Signs in without opening a report. */
async function signIn(browser: Browser, origin: string): Promise<Session> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('Логин').fill(USER.username)
  await page.getByLabel('Пароль').fill(USER.password)
  await page.getByRole('button', { name: 'Авторизоваться' }).click()
  await page.waitForFunction(() => localStorage.getItem('access_token') !== null)
  const state = await context.storageState()
  await context.close()
  return state
}

/** Opens a page in a context of its own, with empty caches. */
async function open(browser: Browser, storageState: Session) {
  // The plain page's table writes style elements, which the server's policy forbids.
  const context = await browser.newContext({
    ...PHONE,
    storageState,
    bypassCSP: true,
    // Requests of a worker are not slowed down.
    serviceWorkers: 'block',
  })
  return { context, page: await context.newPage() }
}

/** Returns path and query of the report's list call, and the number of the table's columns. */
async function listCallOf(browser: Browser, session: Session, address: string) {
  const { context, page } = await open(browser, session)
  const call = page.waitForRequest((request) => request.url().includes('/api/analytics/'))
  await page.goto(address)
  const { pathname, search } = new URL((await call).url())
  await page.locator('[role=gridcell]').first().waitFor()
  const columns = await page.locator('[role=grid]').getAttribute('aria-colcount')
  await context.close()
  return { list: pathname + search, columns: Number(columns) }
}

async function columnsOf(browser: Browser, session: Session, address: string): Promise<number> {
  const { context, page } = await open(browser, session)
  await page.goto(address)
  await page.locator('[role=gridcell]').first().waitFor()
  const columns = await page.locator('[aria-colcount]').first().getAttribute('aria-colcount')
  await context.close()
  return Number(columns)
}

async function visit(browser: Browser, session: Session, address: string): Promise<Visit> {
  const { context, page } = await open(browser, session)
  try {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript(watchStart)
    await page.goto(address, { waitUntil: 'commit' })
    const start = await page.evaluate(() => window.start)
    const { metrics } = await devtools.send('Performance.getMetrics')
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
    return { ...start, busy: busy * 1_000 }
  } finally {
    await context.close()
  }
}
