import type { Page } from '@playwright/test'
import { openBrowser, openReport } from '../offline/browser.ts'
import { type FullDay, importFullDay } from '../offline/prices.ts'
import { extent } from '../support/extent.ts'
import { inMilliseconds, median, percentile, table } from '../support/figures.ts'
import { startServer } from '../support/server.ts'
import { inWorkspace } from '../support/workspace.ts'

/** A page of 100 tyres, each at ten sites in six cities. */
const DAY: FullDay = { date: '2025-11-15', cities: 6, sites: 10, warehouses: 1 }
const FRESH = extent(5)
const SWITCHES = extent(15)
/** A sign that the layout is on screen. */
const SHOWN = {
  Таблица: '[role=grid][aria-label="Результаты"] [role=gridcell]',
  Рынок: '.market-place [role=gridcell]',
  Список: '.tyre-item',
}
type Layout = keyof typeof SHOWN
const CHOSEN: readonly Layout[] = ['Рынок', 'Список', 'Таблица']
/** Of the processor, as of a phone's. */
const SLOWED = 4

/** Milliseconds from the click until the frame after the one that has drawn it. */
const choose = (page: Page, layout: Layout): Promise<number> =>
  page.evaluate(
    async ({ name, sign }) => {
      const frame = () => new Promise(requestAnimationFrame)
      const option = [...document.querySelectorAll<HTMLInputElement>('.choice input')].find(
        ({ labels }) => labels?.[0]?.textContent === name,
      )
      const start = performance.now()
      option?.click()
      while (!document.querySelector(sign)) await frame()
      await frame()
      return performance.now() - start
    },
    { name: layout, sign: SHOWN[layout] },
  )

interface Figures {
  /** with its code still to be loaded */
  first: number[]
  again: number[]
  nodes: number
}

/** Changes the layout of a report in the built app. @returns a Markdown section */
export async function benchLayouts(): Promise<string> {
  const store = { DATA_DIR: inWorkspace('layouts-data') }
  await (await startServer(store)).stop()
  await importFullDay(store.DATA_DIR, DAY)
  const server = await startServer(store)
  const browser = await openBrowser({ name: 'layouts', serviceWorkers: 'block' })
  const address = `${server.origin}/export/all-prices?date=${DAY.date}`
  const sections: string[] = []
  try {
    for (const rate of [1, SLOWED]) {
      const figures = new Map<Layout, Figures>(
        CHOSEN.map((layout) => [layout, { first: [], again: [], nodes: 0 }]),
      )
      for (let round = 0; round < FRESH; round++) {
        const page = await browser.newPage()
        if (round === 0 && rate === 1) await openReport(page, address)
        else await page.goto(`${address}&view=table`)
        await page.locator(SHOWN.Таблица).first().waitFor()
        const devtools = await page.context().newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate })
        for (let turn = 0; turn <= SWITCHES / FRESH; turn++) {
          for (const layout of CHOSEN) {
            const took = await choose(page, layout)
            const of = figures.get(layout) as Figures
            if (turn > 0) of.again.push(took)
            else if (layout !== 'Таблица') of.first.push(took)
            of.nodes = await page.locator('.results *').count()
          }
        }
        await page.close()
        process.stderr.write(`layouts, processor ÷ ${rate}, round ${round + 1} of ${FRESH}\n`)
      }
      sections.push(rowsOf(figures, rate))
    }
  } finally {
    await browser.close()
    await server.stop()
  }
  return [
    `A page of 100 tyres, each at ${DAY.sites} sites in ${DAY.cities} cities, in Chromium at 1440×900 with software rendering: from the click on a layout to the frame`,
    'after the one that has drawn it (about 17 ms of waiting for frames included), without a call. Elements are those of the results.',
    '',
    ...sections,
  ].join('\n')
}

function rowsOf(figures: ReadonlyMap<Layout, Figures>, rate: number): string {
  const ms = (values: readonly number[], share: number) =>
    values.length === 0 ? '–' : inMilliseconds(percentile(values, share))
  const lines = [...figures].map(([layout, { first, again, nodes }]) => [
    layout,
    ms(again, 0.5),
    ms(again, 0.95),
    first.length === 0 ? '–' : inMilliseconds(median(first)),
    String(nodes),
  ])
  const title = rate === 1 ? 'This machine' : `Processor ${rate} times slower`
  return `${table([title, 'median', 'p95', 'first, with its code', 'elements'], lines)}\n`
}
