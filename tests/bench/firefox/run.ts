import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PushChain, signInAndTurnOn, startPushChain } from '../../support/push-chain.ts'
import { extent } from '../support/extent.ts'

const ROUNDS = extent(7)

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] as number
const ms = (values: readonly number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))} – ${Math.round(Math.max(...values))})`

/** Times from switching push on to the subscription at the server, and from requesting a test message to the desktop. */
async function measure({ page, desktop }: PushChain, subscribed: number[], shown: number[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    desktop.shown.length = 0
    const began = performance.now()
    await page.locator('[role=switch][aria-checked=false]:not(:disabled)').click()
    await page.waitForSelector('[role=switch][aria-checked=true]:not(:disabled)')
    subscribed.push(performance.now() - began)
    const asked = performance.now()
    await page.locator('::-p-text(Проверить push)').click()
    while (desktop.shown.length === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    shown.push(performance.now() - asked)
    await page.waitForSelector('::-p-text(Push работает на этом устройстве.)')
    await page.locator('[role=switch][aria-checked=true]:not(:disabled)').click()
    await page.waitForSelector('[role=switch][aria-checked=false]:not(:disabled)')
  }
}

/** Measures the chain of the Firefox test: the built app, the real server, a test push service and desktop. */
export async function benchFirefox(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'prices-bench-firefox-'))
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const [subscribed, shown]: [number[], number[]] = [[], []]
  try {
    const chain = await startPushChain(folder, ends)
    await signInAndTurnOn(chain)
    await chain.page.locator('[role=switch][aria-checked=true]:not(:disabled)').click()
    await chain.page.waitForSelector('[role=switch][aria-checked=false]:not(:disabled)')
    await measure(chain, subscribed, shown)
  } finally {
    for (const end of ends.reverse()) await end()
  }
  return [
    `Stock Firefox ESR driven over WebDriver BiDi (whose calls are included), median of ${ROUNDS} (fastest – slowest).`,
    '',
    '|  | time |',
    '|---|---:|',
    `| from the tap on the switch to a subscription that the server has taken | ${ms(subscribed)} |`,
    `| from the tap on the test to the notification on the desktop | ${ms(shown)} |`,
    `| from the subscription to shown, both together | ${ms(subscribed.map((value, i) => value + (shown[i] as number)))} |`,
  ].join('\n')
}
