import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { preview } from 'vite'
import { CHROMIUM } from '../../support/chromium.ts'
import { extent, IS_QUICK } from '../support/extent.ts'
import type { BenchmarkResult } from '../support/figures.ts'
import { buildPage } from './build-page.ts'
import { longestScrollTask } from './longest-task.ts'
import { gridSection, type Load, type Measured } from './section.ts'

const VIEWPORT = { width: 1440, height: 900 }

const ROUNDS = extent(5)

const VARIANTS = [
  { name: 'ReportGrid', variant: 'grid', rounds: ROUNDS, scrolls: !IS_QUICK },
  { name: 'AG Grid Community 36.2', variant: 'ag', rounds: ROUNDS, scrolls: !IS_QUICK },
  // Scrolling the plain table takes minutes, at about half a second per frame.
  { name: 'plain `<table>`', variant: 'plain', rounds: 3, scrolls: false },
]

/** Loads the page in a new browser context, so that nothing is cached. */
async function load(browser: Browser, url: string, scrolls: boolean): Promise<Load> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'ru-RU' })
  try {
    const page = await context.newPage()
    if (!scrolls) {
      await page.goto(`${url}&still`)
      return { ...(await page.evaluate(() => window.figures)), scrollTask: null }
    }
    const scrollTask = await longestScrollTask(browser, page, async () => {
      await page.goto(url)
      await page.evaluate(() => window.figures)
    })
    return { ...(await page.evaluate(() => window.figures)), scrollTask }
  } finally {
    await context.close()
  }
}

/** Measures the variants in turns, because other load on the machine must affect all of them equally. */
async function measure(base: string, sizes: Record<string, number>): Promise<Measured[]> {
  const results = VARIANTS.map(({ name, variant }) => ({
    name,
    script: sizes[`${variant}-variant`] ?? Number.NaN,
    loads: [] as Load[],
  }))
  const browser = await chromium.launch(CHROMIUM)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const [index, { variant, rounds, scrolls }] of VARIANTS.entries()) {
        if (round >= rounds) continue
        results[index]?.loads.push(await load(browser, `${base}?variant=${variant}`, scrolls))
        // Prints progress, because three minutes without output would look like a hang.
        process.stderr.write(`round ${round + 1} of ${ROUNDS}: ${variant}\n`)
      }
    }
  } finally {
    await browser.close()
  }
  return results
}

/** Compares the report grid with a plain table and AG Grid. */
export async function benchGrid(): Promise<BenchmarkResult> {
  const { directory, sizes } = await buildPage()
  const server = await preview({
    configFile: false,
    logLevel: 'silent',
    build: { outDir: directory },
    preview: { port: 4890, host: '127.0.0.1' },
  })
  try {
    const results = await measure(server.resolvedUrls?.local[0] ?? '', sizes)
    const { width, height } = VIEWPORT
    return gridSection(
      `Chromium, ${width}×${height}, software rendering, ${cpus().length} cores.`,
      results as [Measured, ...Measured[]],
      [2, 50],
    )
  } finally {
    await server.close()
    await rm(directory, { recursive: true })
  }
}
