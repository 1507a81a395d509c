// Specification 19.2, 19.6

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { importInto } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { expect, signIn } from './fixtures.ts'

const TYRES = 320
const FOUR_WINTER = 4

/** 320 tyres in one city, all sold by the own site; four of them are the winter tyres that the customer asks about. */
function lines(level: number, own: boolean): string[] {
  return Array.from({ length: TYRES }, (_, i) => {
    const asked = i < FOUR_WINTER
    const tyre = `M${i},Arktika,Polar ${String(i).padStart(3, '0')},${asked ? 205 : 215},55,${asked ? 16 : 17},${asked ? 'Зимняя' : 'Летняя'},Легковая,T,91`
    return `${tyre},Томск,,${Math.round((5000 + i) * level)},${4000 + i},${own ? 3500 + i : ''},${i + 1}`
  })
}

/** A server with prices of today, and a user who has just opened the app. */
const test = base.extend<{ morning: Page }>({
  morning: async ({ page }, use) => {
    const folder = temporaryFolder()
    const env = { DATA_DIR: join(folder.path, 'data') }
    // Of the person's clock, whose day may have begun before the server's.
    const today = await page.evaluate(() => {
      const now = new Date()
      return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map((part) => String(part).padStart(2, '0'))
        .join('-')
    })
    const sites = { 'daikon.ru': lines(1, true), 'b.ru': lines(0.97, false), 'c.ru': lines(1.02, false) }
    for (const [site, prices] of Object.entries(sites)) await importInto(env.DATA_DIR, site, today, prices)
    // Starts after the import; otherwise the server would create the sample prices.
    const server = await startServer(env)
    await page.goto(`${server.origin}/login`)
    await signIn(page)
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await use(page)
    await server.stop()
    folder.remove()
  },
})

/** Counts the user's actions. */
function counter() {
  let actions = 0
  return {
    count: () => actions,
    async act(action: Promise<unknown>) {
      actions += 1
      await action
    },
  }
}

test('the analyst comes from opening the app to a file of 320 decided prices in eight actions', async ({
  morning: page,
}) => {
  const { act, count } = counter()
  await act(page.getByRole('link', { name: /^a2 Выгрузить предложения/ }).click())
  await act(page.getByRole('button', { name: 'Применить' }).click())
  await act(page.getByRole('button', { name: 'Решить цены' }).click())
  await act(page.getByRole('radio', { name: /^Весь отчёт: 320/ }).check())
  await act(page.getByRole('button', { name: 'Добавить в решения' }).click())
  await act(page.getByRole('link', { name: 'Открыть решения' }).click())
  await act(page.getByRole('button', { name: 'Скачать', exact: true }).click())
  const download = page.waitForEvent('download')
  await act(page.getByRole('button', { name: 'Скачать XLSX' }).click())
  const rows = (await readXlsx(new Uint8Array(readFileSync(await (await download).path())))).sheets[0]?.rows
  expect(rows).toHaveLength(TYRES + 1)
  // The median of 4850 and 5100, in whole roubles.
  expect(rows?.[1]).toEqual(['M0', 'Томск', 5000, 4975, 'предложенная, до рубля', null])
  expect(count()).toBe(8)
})

test.describe('at the counter', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('four winter tyres of a size, what we have and what others ask, in two taps', async ({
    morning: page,
  }) => {
    const { act, count } = counter()
    await act(page.getByRole('button', { name: /Поиск шины/ }).tap())
    // Typing does not count as a tap.
    await page.getByRole('combobox', { name: 'Поиск шины' }).fill('205/55 R16 зима')
    await act(page.getByRole('button', { name: 'Все в отчёте' }).tap())
    const tyres = page.getByRole('list', { name: 'Шины' }).locator(':scope > li.tyre-item')
    await expect(tyres).toHaveCount(FOUR_WINTER)
    await expect(tyres.first()).toContainText(
      /Polar 000.*205\/55 R16.*5\s000.*1\sшт.*4\s850.*b\.ru.*5\s100.*c\.ru/,
    )
    expect(count()).toBe(2)
  })
})
