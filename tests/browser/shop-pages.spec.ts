// Specification 23.3, 23.8, 23.9, 23.10

import type { Page } from '@playwright/test'
import { faultsInAllLooks } from '../support/axe.ts'
import { type MadeUpShop, type ShopKind, startMadeUpShop } from '../support/made-up-shops.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { SLOWNESS } from '../support/slowness.ts'
import { test as base, DAY, expect, signIn } from './fixtures.ts'

/** Starts a made-up shop, and a server that may read it. */
const test = base.extend<{ kind: ShopKind; shop: MadeUpShop; own: string }>({
  kind: ['microdata', { option: true }],
  shop: async ({ kind }, use) => {
    const shop = await startMadeUpShop(kind)
    await use(shop)
    await shop.close()
  },
  own: async ({ shop }, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('prices', dataDir)
    const { host } = new URL(shop.origin)
    const server = await startServer({
      DATA_DIR: dataDir,
      FETCH_ALLOWED_HOSTS: host,
      PAGES_ALLOWED_HOSTS: host,
    })
    await use(server.origin)
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ own }, use) => {
    await use(own)
  },
})

/** A shop is read at a page a second. */
const PATIENT = { timeout: 90_000 * SLOWNESS }

const visit = async (page: Page, path: string) => {
  await page.goto(path)
  await signIn(page)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('a seller tracks a competitor’s page from a tyre’s card', async ({ page, shop }) => {
    await visit(page, `/tyre/T0?date=${DAY}`)
    await page.getByRole('button', { name: 'Следить за ценой на сайте' }).tap()
    await page.getByLabel('Адрес страницы товара').fill(`${shop.origin}/shiny/0/?utm_source=mail`)
    await page.getByRole('button', { name: 'Прочитать' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Выберите цену' })
    await expect(dialog.getByRole('radio', { name: /^5 000 ₽ Шина Arktika Polar 1/ })).toBeChecked()
    expect(await faultsInAllLooks(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Следить/ }).tap()
    await expect(page.getByText('За ценой на 127.0.0.1 теперь следят: 5 000 ₽.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'За этими страницами следят' })).toContainText('цена взята')
    expect(shop.asked).toEqual(['/robots.txt', '/shiny/0/'])
    await page.goto('/profile/pages')
    await expect(page.getByRole('table', { name: 'Страницы' })).toContainText('5 000')
    expect(await faultsInAllLooks(page)).toEqual([])
  })
})

// Other kinds of shops are read in server/features/sources/pages/shop-routes.test.ts.
test.describe('a shop with prices by city', () => {
  test.use({ kind: 'lists' })

  test('is set up by an administrator from its address to its prices', async ({ page, shop }) => {
    await visit(page, '/profile/sources/new')
    await page.getByRole('radio', { name: /^Магазин/ }).check()
    await page.getByLabel('Адрес магазина').fill(shop.origin)
    await page.getByRole('button', { name: 'Осмотреть магазин' }).click()
    await expect(page.getByRole('heading', { name: /^Что нашлось на/ })).toBeVisible(PATIENT)
    await page.getByText('Цены зависят от города').click()
    await page.getByLabel('Как сайт узнаёт город').selectOption('cookie')
    await page.getByLabel('Имя cookie').fill('city')
    await page.getByLabel('Города').fill('Омск = omsk\nТомск = tomsk')
    expect(await faultsInAllLooks(page)).toEqual([])
    await page.getByRole('button', { name: 'Далее' }).click()
    await page.getByLabel('Сайт', { exact: true }).fill('shop.ru')
    await page.getByRole('button', { name: 'Далее' }).click()
    await expect(page.getByRole('region', { name: 'Первые записи', exact: true })).toContainText(
      '205/55 R16',
      PATIENT,
    )
    await page.getByRole('button', { name: 'Сохранить и прочитать магазин' }).click()
    await expect(page.getByRole('status', { name: 'Загрузка' })).toContainText(
      'шин 6, предложений 12',
      PATIENT,
    )
    expect(shop.asked.filter((path) => path.startsWith('/secret'))).toEqual([])
    // The look may read one day of the calendar as a sample; nothing follows its links.
    expect(shop.asked.filter((path) => path.startsWith('/calendar')).length).toBeLessThanOrEqual(12)
  })
})
