// Specification 8.17

import type { Page } from '@playwright/test'
import { seriousFaults } from '../support/axe.ts'
import { ADMIN } from '../support/processes.ts'
import { picture } from './fixtures.ts'
import { DAY, expect, REPORT, stored, table, test } from './worker-fixtures.ts'

test.use({ awaitsHandOver: false })

/** Waits for the code that takes pictures, and leaves the page, of which it then takes one. */
async function leaveAndReturn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  const { pathname, search } = new URL(page.url())
  await expect
    .poll(async () => {
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
        document.dispatchEvent(new Event('visibilitychange'))
        Reflect.deleteProperty(document, 'visibilityState')
      })
      return (await stored(page))['tyre-prices/screens'] ?? []
    })
    .toContainEqual(expect.stringContaining(`"address":${JSON.stringify(pathname + search)}`))
}

/** Loads the page without running any of its scripts. */
async function startWithoutScripts(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.reload()
  await devtools.send('Emulation.setScriptExecutionDisabled', { value: false })
  await devtools.detach()
}

test.describe('a start with the last screen', () => {
  test('shows its rows before any script, where the app then draws them', async ({
    report: page,
    network,
  }) => {
    const cell = table(page).getByText('Шина 000')
    const before = await cell.boundingBox()
    await leaveAndReturn(page)
    network.behave('gone')
    await startWithoutScripts(page)
    const drawn = picture(page).getByText('Шина 000')
    await expect(drawn).toBeVisible()
    expect(await drawn.boundingBox()).toEqual(before)
    await expect(picture(page).getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)).toBeVisible()
    await expect(page.getByRole('grid')).toHaveCount(0)
    expect(await seriousFaults(page)).toEqual([])

    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.dataset.shifted = `${Number(document.documentElement.dataset.shifted ?? 0) + (entry as PerformanceEntry & { value: number }).value}`
      }).observe({ type: 'layout-shift', buffered: true })
    })
    network.behave('pass')
    await page.reload()
    await expect(table(page).getByText('Шина 000')).toBeVisible()
    await expect(picture(page)).toHaveCount(0)
    expect(await table(page).getByText('Шина 000').boundingBox()).toEqual(before)
    expect(Number(await page.evaluate(() => document.documentElement.dataset.shifted ?? 0))).toBeLessThan(
      0.01,
    )
  })

  test('says when it was saved without covering the pager, also on a phone', async ({ report: page }) => {
    for (const size of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(size)
      await expect(page.getByRole('button', { name: 'Вперёд →' })).toBeVisible()
      await leaveAndReturn(page)
      await startWithoutScripts(page)
      const time = await picture(page)
        .getByText(/^Сохранено \d+ \S+, \d\d:\d\d$/)
        .boundingBox()
      const pager = await picture(page).getByText('Вперёд →').boundingBox()
      expect((time?.y ?? 0) + (time?.height ?? 0)).toBeLessThanOrEqual(pager?.y ?? 0)
      await page.reload()
      await expect(picture(page)).toHaveCount(0)
    }
  })

  test('shows it at its address, and in a window of its size alone', async ({ report: page }) => {
    await leaveAndReturn(page)
    const size = page.viewportSize() ?? { width: 0, height: 0 }
    await page.setViewportSize({ ...size, width: size.width - 100 })
    await startWithoutScripts(page)
    await expect(picture(page)).toBeHidden()
    await page.goto(`${REPORT}&brand=Arktika`)
    await expect(table(page)).toBeVisible()
    await expect(picture(page)).toHaveCount(0)
  })

  test('forgets it with the sign-out', async ({ report: page }) => {
    await leaveAndReturn(page)
    await page.getByRole('button', { name: ADMIN.username }).click()
    await page.getByRole('navigation', { name: 'Меню пользователя' }).getByText('Выход').click()
    await expect(page).toHaveURL('/login?logout=1')
    await expect.poll(async () => (await stored(page))['tyre-prices/screens'] ?? []).toEqual([])
    await page.goto(REPORT)
    await expect(page.getByRole('heading', { name: 'Авторизация' })).toBeVisible()
    await expect(picture(page)).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('keeps that of a tyre’s card, whose last part loads once it is scrolled to', async ({
    signedIn: page,
  }) => {
    await page.goto(`/tyre/T2?date=${DAY}`)
    await expect(page.locator('#root').getByRole('heading', { name: 'Шина 002' })).toBeVisible()
    await leaveAndReturn(page)
    await startWithoutScripts(page)
    await expect(picture(page).getByText('Шина 002').first()).toBeVisible()
  })
})
