import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { DECISIONS_DATABASE } from '../../contract/decisions/database.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'
import { forgetShifts, measurePage, type PageFigures, shiftsUntilNow, watchShifts } from './in-page.ts'
import { isTouch, type Look, SIZES } from './looks.ts'
import { CITY, fillMarket, furnish, type Market, madeUpDecisions, signInto } from './made-up-market.ts'
import type { Places, Screen } from './screens.ts'

/** Figures of a screen at one size and in one colour scheme. */
export interface Figures extends PageFigures, Look {
  screen: string
  /** sum of the layout shifts without input, from navigation or the screen's act until the network is idle */
  shift: number
  /** elements that have shifted first, the farthest first */
  shifted: string[]
  /** texts with too little contrast */
  contrast: string[]
  /** targets that are too small and too close to others, on a touch screen */
  targets: string[]
  /** other violations of axe that are serious or critical */
  serious: string[]
}

/** The real server with the made-up market, and the device of a person who has used the app before. */
export interface Stage {
  places: Places
  /** opens a page with late answers and a record of the layout shifts */
  open(screen: Screen, look: Look): Promise<Page>
  close(): Promise<void>
}

type Device = NonNullable<BrowserContextOptions['storageState']>

/** Shorter than the lifetime of an access token, because several contexts must not refresh the same session. */
const SESSION_MS = 8 * 60 * 1000

/** Fills a database, starts the server, and signs in. */
export async function openStage(browser: Browser): Promise<Stage> {
  const folder = temporaryFolder()
  const dataDir = `${folder.path}/data`
  const market = await fillMarket(dataDir)
  const server = await startServer({ DATA_DIR: dataDir })
  let device = await usedDevice(browser, server, market)
  const places = { ...market, source: await furnish(server.origin, dataDir, device.token) }
  const contexts = new Map<string, Promise<BrowserContext>>()
  return {
    places,
    async open({ signedOut = false, worker = false }, { size, scheme }) {
      if (Date.now() - device.startedAt > SESSION_MS) {
        device = await usedDevice(browser, server, market)
        contexts.clear()
      }
      const key = [size, scheme, signedOut, worker].join()
      const context =
        contexts.get(key) ??
        browser.newContext({
          baseURL: server.origin,
          locale: 'ru-RU',
          timezoneId: 'Asia/Novosibirsk',
          viewport: SIZES[size],
          colorScheme: scheme,
          hasTouch: isTouch(size),
          isMobile: isTouch(size),
          serviceWorkers: worker ? 'allow' : 'block',
          ...(signedOut ? {} : { storageState: device.state }),
        })
      contexts.set(key, context)
      return measuredPage(await context)
    },
    async close() {
      await server.stop()
      folder.remove()
    },
  }
}

/** Asset of the app that runs no script. */
const NOTHING_RUNS = '/icon.svg'

/** Signs in, and stores session, preferences and decisions of a person who has used the app before. */
async function usedDevice(
  browser: Browser,
  { origin }: RunningServer,
  market: Market,
): Promise<{ state: Device; token: string; startedAt: number }> {
  const startedAt = Date.now()
  const { token, refreshToken } = await signInto(origin)
  const context = await browser.newContext({ baseURL: origin })
  const { hostname: domain } = new URL(origin)
  await context.addCookies([
    { name: 'refresh_token', value: refreshToken, domain, path: '/auth', httpOnly: true },
  ])
  const page = await context.newPage()
  await page.goto(NOTHING_RUNS)
  const decisions = madeUpDecisions(market)
  const stored = {
    access_token: token,
    token,
    username: ADMIN.username,
    hints_seen: '99',
    market_city: CITY,
    decision_count: String(decisions.length),
    last_report: JSON.stringify({ id: 'retail', query: `date=${market.day}&view=market`, today: true }),
  }
  await page.evaluate(
    async ([stored, database, text, owner]) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const opening = indexedDB.open(database, 1)
      opening.onerror = () => reject(opening.error)
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('chunks', { keyPath: ['owner', 'index'] })
        opening.result.createObjectStore('versions')
      }
      opening.onsuccess = () => {
        const change = opening.result.transaction(['chunks', 'versions'], 'readwrite')
        change.objectStore('chunks').put({ owner, index: 0, text })
        change.objectStore('versions').put('1', owner)
        change.oncomplete = () => resolve()
      }
      await promise
    },
    [stored, DECISIONS_DATABASE, JSON.stringify(decisions), ADMIN.username] as const,
  )
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return { state, token, startedAt }
}

/** Delay of each answer, so that a page renders what it shows while it waits. */
const LATENCY_MS = 80

/** Ends what hangs; no measure, because a busy machine takes several times as long. */
const HANGS_MS = 20_000

async function measuredPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(HANGS_MS)
  await page.addInitScript(watchShifts)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return page
}

/** Opens a screen, and waits until it is complete. */
export async function openScreen(page: Page, screen: Screen, places: Places): Promise<void> {
  await page.goto(screen.path(places))
  try {
    if (screen.act) {
      await screen.act(page)
      await page.evaluate(forgetShifts)
    }
    await screen.ready(page)
  } catch (cause) {
    throw new Error(`${screen.name} did not open`, { cause })
  }
  await page.waitForLoadState('networkidle')
  await isSettled(page)
}

/** Waits until fonts, frames and animations are complete. */
export async function isSettled(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await page.waitForFunction(() => {
    const isOver = (one: Animation) =>
      one.playState !== 'running' || one.effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY
    return document.fonts.status === 'loaded' && document.getAnimations().every(isOver)
  })
}

/** Figures without layout shift, contrast and targets. */
export async function measureLayout(page: Page): Promise<Omit<Figures, 'screen' | keyof Look>> {
  const figures = await page.evaluate(measurePage)
  return { ...figures, shift: 0, shifted: [], contrast: [], targets: [], serious: [] }
}

/** Measures the displayed screen. */
export async function measure(page: Page, look: Look & { screen: string }): Promise<Figures> {
  const shifts = await page.evaluate(shiftsUntilNow)
  const figures = await page.evaluate(measurePage)
  const shift = shifts.reduce((sum, { value }) => sum + value, 0)
  const shifted = shifts
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, from }) => `${from} ${value.toFixed(3)}`)
  return { ...look, ...figures, ...(await axeFaults(page, { touch: isTouch(look.size) })), shift, shifted }
}

/**
 * Returns the faults that axe finds in the page's colour scheme; targets of a mouse are not measured.
 * @param coloursOnly for a second theme, which differs in colours only
 */
export async function axeFaults(
  page: Page,
  { touch = false, coloursOnly = false }: { touch?: boolean; coloursOnly?: boolean },
): Promise<Pick<Figures, 'contrast' | 'targets' | 'serious'>> {
  // Outside legacy mode, each analysis opens a second page to merge the results of frames; no page has frames.
  const builder = new AxeBuilder({ page }).setLegacyMode()
  const rules = { 'target-size': { enabled: touch } }
  builder.options({ resultTypes: ['violations'], rules })
  if (coloursOnly) builder.withRules(['color-contrast', 'link-in-text-block'])
  const { violations } = await builder.analyze()
  const of = (rule: string) =>
    violations.flatMap(({ id, nodes }) =>
      id === rule ? nodes.map(({ target, any }) => `${target.join(' ')} (${any[0]?.message ?? ''})`) : [],
    )
  const serious = violations
    .filter(
      ({ id, impact }) =>
        MEASURED.every((rule) => rule !== id) && ['serious', 'critical'].includes(impact ?? ''),
    )
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
  return { contrast: of('color-contrast'), targets: of('target-size'), serious }
}

/** Rules of axe whose violations count whatever their impact. */
const MEASURED = ['color-contrast', 'target-size']
