import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { extent } from '../support/extent.ts'
import { type RunningApp, reportOf, USUAL_DAY } from './app.ts'
import { keptOnDevice, openBrowser, openReport } from './browser.ts'

const WARM_UP = 10
const REQUESTS = extent(150)
/**
 * Pause in ms: the worker saves an answer after the page has received it, and this must not affect the next
 * measurement.
 */
const REST_MS = 80

export interface OverheadFigures {
  /** size of the uncompressed answer */
  bytes: number
  /** time in ms from the call to the answer's last byte: through the worker (`through`) and without it (`past`) */
  through: number[]
  past: number[]
}

/** Requests the same list page alternately through the worker and without one. */
export async function measureOverhead({ network }: RunningApp): Promise<OverheadFigures> {
  const address = network.origin + reportOf(USUAL_DAY)
  const browsers = [
    await openBrowser({ name: 'with-worker' }),
    await openBrowser({ name: 'without-worker', serviceWorkers: 'block' }),
  ] as const
  try {
    const [controlled, plain] = await Promise.all(browsers.map((browser) => browser.newPage()))
    if (!controlled || !plain) throw new Error('no pages')
    for (const page of [controlled, plain]) await openReport(page, address)
    const path = await keptOnDevice(controlled)
    const figures: OverheadFigures = { bytes: 0, through: [], past: [] }
    for (let n = -WARM_UP; n < REQUESTS; n++) {
      // The first measurement alternates between both.
      const turns = [
        { page: controlled, times: figures.through },
        { page: plain, times: figures.past },
      ]
      for (const { page, times } of n % 2 === 0 ? turns : turns.reverse()) {
        const { ms, bytes } = await ask(page, path)
        if (n >= 0) times.push(ms)
        figures.bytes = bytes
        await pause(REST_MS)
      }
    }
    return figures
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

/** Sends the app's request, but bypasses the browser's HTTP cache. */
function ask(page: Page, path: string): Promise<{ ms: number; bytes: number }> {
  return page.evaluate(async (address) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    const began = performance.now()
    const response = await fetch(address, { headers, credentials: 'include', cache: 'no-store' })
    const body = await response.arrayBuffer()
    const ms = performance.now() - began
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return { ms, bytes: body.byteLength }
  }, path)
}
