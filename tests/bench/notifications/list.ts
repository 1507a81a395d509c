import { type Browser, chromium, type Page } from '@playwright/test'
import { PATHS } from '../../../contract/paths.ts'
import { CHROMIUM } from '../../support/chromium.ts'
import { longestScrollTask } from '../grid/longest-task.ts'
import { SCROLL_END, SCROLL_START } from '../grid/page/marks.ts'
import { builtApp } from '../support/built-app.ts'
import { extent } from '../support/extent.ts'
import { scrollList, watchFirstItem } from './in-page.ts'
import { type PageServer, startPageServer } from './page-server.ts'

export const LISTED = 10_000
const ROUNDS = extent(5)

export interface ListFigures {
  /** milliseconds from the last byte of the answer to the first items on screen */
  received: number[]
  /** milliseconds from the click that opens the page, with the list already loaded, to the same */
  opened: number[]
  /** number of elements in the page */
  nodes: number
  /** number of tasks over 50 ms of elapsed time while scrolling */
  longTasks: number[]
  /** milliseconds of processor time of the longest task while scrolling */
  scrollTask: number[]
  /** the same while an answer with one more notification arrives */
  arrivalTask: number[]
}

/** Measures the built app in Chromium with 10,000 notifications, with a fresh page per round. */
export async function measureList(): Promise<ListFigures> {
  const figures: ListFigures = {
    received: [],
    opened: [],
    nodes: 0,
    longTasks: [],
    scrollTask: [],
    arrivalTask: [],
  }
  const server = await startPageServer(builtApp(), LISTED)
  const browser = await chromium.launch(CHROMIUM)
  try {
    for (let round = 0; round < ROUNDS; round++) await measureRound(browser, server, figures)
  } finally {
    await browser.close()
    await server.close()
  }
  return figures
}

async function measureRound(browser: Browser, server: PageServer, figures: ListFigures): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' })
  try {
    await context.addInitScript(() => {
      localStorage.setItem('access_token', 'token')
      localStorage.setItem('username', 'bench')
    })
    const page = await context.newPage()
    await page.goto(`${server.origin}/profile/notifications`)
    await page.evaluate(watchFirstItem, PATHS.notifications)
    figures.received.push(await page.evaluate(() => window.firstItem))
    figures.opened.push(await open(page))
    figures.nodes = await page.evaluate(() => document.querySelectorAll('*').length)
    const scroll = async () => {
      figures.longTasks.push(await page.evaluate(scrollList, [SCROLL_START, SCROLL_END] as [string, string]))
    }
    figures.scrollTask.push(await longestScrollTask(browser, page, scroll))
    figures.arrivalTask.push(await arrival(browser, page, server))
  } finally {
    await context.close()
  }
}

/** Leaves the page and reopens it. */
async function open(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Профиль' }).click()
  await page.locator('.notification-list').waitFor({ state: 'detached' })
  await page.evaluate((watch) => {
    const link = document.querySelector<HTMLElement>('a[href="/profile/notifications"].cabinet-link')
    // biome-ignore lint/security/noGlobalEval: the function comes from this benchmark
    eval(`(${watch})`)(null)
    link?.click()
  }, String(watchFirstItem))
  return page.evaluate(() => window.firstItem)
}

/** Scrolls the list while a changed answer arrives. */
async function arrival(browser: Browser, page: Page, server: PageServer): Promise<number> {
  server.addOne()
  return longestScrollTask(browser, page, async () => {
    await page.getByRole('button', { name: 'Обновить' }).click()
    await page.evaluate(scrollList, [SCROLL_START, SCROLL_END] as [string, string])
  })
}
