import type { Page } from '@playwright/test'
import { chooseFilter, DAY, expect, test } from './fixtures.ts'
import { apply, connected, grid, LIST, METERED, next } from './report-page.ts'

const aTyre = (page: Page, name: string) => grid(page).getByText(name, { exact: true })
const listOf = (page: number) => new RegExp(`/api/analytics/retailTyres\\?.*page=${page}$`)
const open = (page: Page) => page.goto(`/export/retail?date=${DAY}`)

/** Records the pages of lists requested from now on. */
function asksFor(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (LIST.test(request.url())) asked.push(new URL(request.url()).searchParams.get('page') ?? '')
  })
  return asked
}

/**
 * Delays the answers to a call.
 * @returns a function that releases them
 */
async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue().catch(() => undefined)
  })
  return resolve
}

test.describe('the page after (specification 4.33)', () => {
  test('is there before anybody asks for it, and asked for once', async ({ signedIn: page }) => {
    const asked = asksFor(page)
    const ahead = page.waitForResponse(listOf(2))
    await open(page)
    await (await ahead).finished()
    await expect(page.getByText('Страница 1 из 3 · просмотрено 100 из 250')).toBeVisible()
    const after = page.waitForRequest(listOf(3))
    await next(page).click()
    await expect(aTyre(page, 'Шина 200')).toBeVisible()
    await expect(page.getByText('Страница 2 из 3 · просмотрено 200 из 250')).toBeVisible()
    await after
    // Back to a page that is still known, which has its page after already.
    await page.goBack()
    await expect(aTyre(page, 'Шина 000')).toBeVisible()
    await next(page).click()
    await expect(aTyre(page, 'Шина 200')).toBeVisible()
    expect(asked.filter((number) => number === '2')).toHaveLength(1)
  })

  test('is not asked for again when it is wanted while on its way', async ({ signedIn: page }) => {
    const release = await hold(page, listOf(2))
    const asked = asksFor(page)
    const ahead = page.waitForRequest(listOf(2))
    await open(page)
    await ahead
    await next(page).click()
    await expect(page.getByRole('button', { name: 'Загрузка...' }).last()).toBeVisible()
    release()
    await expect(aTyre(page, 'Шина 200')).toBeVisible()
    expect(asked.filter((number) => number === '2')).toHaveLength(1)
  })

  test('is no longer asked for once the filters change', async ({ signedIn: page }) => {
    await hold(page, listOf(2))
    const ahead = page.waitForRequest(listOf(2))
    await open(page)
    const request = await ahead
    const ended = page.waitForEvent('requestfailed', (one) => one === request)
    // One page of rows: no other call takes the place of this one.
    await chooseFilter(page, 'Индекс нагрузки', '90')
    await apply(page).click()
    await expect(page.getByText(/Страница 1 из 1/)).toBeVisible()
    await ended
  })

  test('that failed is asked for again when it is wanted', async ({ signedIn: page }) => {
    await page.route(listOf(2), (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    const ahead = page.waitForResponse(listOf(2))
    await open(page)
    await ahead
    await next(page).click()
    await expect(aTyre(page, 'Шина 200')).toBeVisible()
  })

  for (const [name, connection] of [
    ['a metered', METERED],
    ['a slow', { effectiveType: '3g' }],
  ] as const) {
    test(`is not asked for on ${name} connection, but when that ends`, async ({ signedIn: page }) => {
      await connected(page, connection)
      const asked = asksFor(page)
      await page.clock.install()
      await open(page)
      await expect(aTyre(page, 'Шина 000')).toBeVisible()
      await page.clock.runFor(10_000)
      expect(asked).toEqual(['1'])
      const ahead = page.waitForRequest(listOf(2))
      await page.evaluate(() => {
        const { connection: told } = navigator as Navigator & { connection?: EventTarget }
        Object.assign(told ?? {}, { saveData: false, effectiveType: '4g' })
        told?.dispatchEvent(new Event('change'))
      })
      await ahead
    })
  }
})
