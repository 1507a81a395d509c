import { rm } from 'node:fs/promises'
import { cpus } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { preview } from 'vite'
import { CHROMIUM } from '../../support/chromium.ts'
import { buildPage } from './build-page.ts'
import { longestScrollTask } from './longest-task.ts'
import { gridSection, type Load, type Measured } from './section.ts'

const VIEWPORT = { width: 1440, height: 900 }

const ROUNDS = 5

const VARIANTS = [
  { name: 'ReportGrid', variant: 'grid', rounds: ROUNDS, scrolls: true },
  { name: 'AG Grid Community 36.2', variant: 'ag', rounds: ROUNDS, scrolls: true },
  // Scrolling the plain table takes minutes: each frame of it about half a second.
  { name: 'plain `<table>`', variant: 'plain', rounds: 3, scrolls: false },
]

/** A fresh page in a fresh context, so that nothing is warm. */
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

/** The variants take turns, so that whatever else the machine does disturbs them alike. */
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
        // A scrolled load takes a quarter of a minute, all of them three minutes: silence would look like a hang.
        process.stderr.write(`round ${round + 1} of ${ROUNDS}: ${variant}\n`)
      }
    }
  } finally {
    await browser.close()
  }
  return results
}

/** Measures the report grid beside a plain table and AG Grid; the answer is a section of Markdown. */
export async function benchGrid(): Promise<string> {
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
    return gridSection(`Chromium, ${width}×${height}, software rendering, ${cpus().length} cores.`, results)
  } finally {
    await server.close()
    await rm(directory, { recursive: true })
  }
}

if (import.meta.main) console.log(await benchGrid())
