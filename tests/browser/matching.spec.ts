// Specification 21.4, 21.5, 21.6, 21.7, 21.10

import type { Page } from '@playwright/test'
import { ROUTES } from '../../contract/routes.ts'
import { faultsInAllLooks } from '../support/axe.ts'
import { copyPrepared, importInto } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, DAY, expect, signIn } from './fixtures.ts'

/** A server of the test's own, because its tyres would be in the reports of other tests. */
interface Own {
  origin: string
  importPrices(site: string, lines: readonly string[]): Promise<void>
}

const test = base.extend<{ own: Own }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  own: async ({}, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('prices', dataDir)
    const server = await startServer({ DATA_DIR: dataDir })
    await use({
      origin: server.origin,
      importPrices: (site, lines) => importInto(dataDir, site, DAY, lines),
    })
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ own }, use) => {
    await use(own.origin)
  },
  signedIn: async ({ page }, use) => {
    await page.goto('/login')
    await signIn(page)
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await use(page)
  },
})

const SIZES = [
  ['205', '55', '16', '94', 'V'],
  ['215', '60', '17', '96', 'V'],
] as const

/** Imports two sizes of a tyre of our own, and the same ones of a site that writes another model line. */
async function importPairs({ importPrices }: Own): Promise<void> {
  const lines = (article: string, line: string, price: number) =>
    SIZES.map(
      ([width, height, diameter, load, speed], size) =>
        `${article && `${article}${size}`},Meridian,${line} ${width}/${height}R${diameter} ${load}${speed},${width},${height},${diameter},,,${speed},${load},Томск,,${price - size},,,9`,
    )
  await importPrices('daikon.ru', lines('MERIDIAN', 'Meridian Polar', 5000))
  await importPrices('meridian.ru', lines('', 'Meridian Polar Extra Grip', 5500))
}

const pair = (page: Page) => page.getByRole('article', { name: 'Пара на решение' })
const listings = (page: Page) => page.getByRole('region', { name: 'Как её называют сайты' })

test('an analyst decides pairs with single keys, and the cards of the tyres follow', async ({
  signedIn: page,
  own,
}) => {
  await importPairs(own)
  await page.goto(ROUTES.matching)
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 205/55R16')
  await page.keyboard.press('y')
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 215/60R17')
  await expect(page.getByRole('status', { name: 'Новая пара' })).toContainText('215/60R17')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { name: 'Решать нечего' })).toBeVisible()
  await page.keyboard.press('z')
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 215/60R17')
  await expect(page.getByText('решено за сессию 1')).toBeVisible()

  await page.goto(`/tyre/MERIDIAN0?date=${DAY}`)
  await expect(page.getByRole('article').first()).toContainText('Наша цена 1-я из 2')
  await expect(listings(page)).toContainText('Meridian Polar Extra Grip 205/55R16')
  expect(await faultsInAllLooks(page)).toEqual([])
  await page.goto(`/tyre/MERIDIAN1?date=${DAY}`)
  await expect(page.getByRole('article').first()).toContainText('Других цен нет.')
})

test('model lines are decided as a whole, and undone as a whole', async ({ signedIn: page, own }) => {
  await importPairs(own)
  await page.goto(`${ROUTES.matching}/lines`)
  const line = page.getByRole('region', { name: 'По моделям' }).getByRole('listitem')
  await expect(line).toContainText('2 размера')
  expect(await faultsInAllLooks(page)).toEqual([])
  await line.getByRole('button', { name: 'Принять все' }).click()
  await expect(line).toContainText('Сопоставлено 2')
  await expect(page.getByRole('button', { name: 'Отменить' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line).toContainText('2 размера')
  await expect(line.getByRole('button', { name: 'Принять все' })).toBeFocused()
})

test('the queue on a phone has large buttons, and brings a pair back whose decision could not be sent', async ({
  signedIn: page,
  own,
}) => {
  await importPairs(own)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(ROUTES.matching)
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 205/55R16')
  const same = page.getByRole('button', { name: 'Та же шина' })
  expect((await same.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await same.click()
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 215/60R17')

  await page.context().setOffline(true)
  await same.click()
  await expect(page.getByRole('alert')).toContainText(
    'Решение не сохранено, пара вернулась в очередь: Meridian Polar Extra Grip 215/60R17',
  )
  await page.context().setOffline(false)
  await page.reload()
  await expect(pair(page)).toContainText('Meridian Polar Extra Grip 215/60R17')
})
