// Specification 12.1, 12.2, 12.3, 12.4, 12.5, 12.6, 12.7, 12.8

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { faultsInAllLooks, seriousFaults } from '../support/axe.ts'
import { copyPrepared } from '../support/prepared-data.ts'
import { startServer, temporaryFolder } from '../support/processes.ts'
import { test as base, expect, signIn } from './fixtures.ts'

/** A supplier's own server, with the price list that it has at the moment. */
interface Supplier {
  address: string
  has(list: string): void
}

/** Starts a server with only the sample data for each test. */
const test = base.extend<{ supplier: Supplier; own: string; list: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  supplier: async ({}, use) => {
    let list = ''
    const server = createServer((_request, response) => response.end(list))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await use({
      address: `http://127.0.0.1:${port}/price.csv`,
      has(content) {
        list = content
      },
    })
    await new Promise((resolve) => server.close(resolve))
  },
  own: async ({ supplier }, use) => {
    const folder = temporaryFolder()
    const dataDir = `${folder.path}/data`
    copyPrepared('sample', dataDir)
    const server = await startServer({
      DATA_DIR: dataDir,
      FETCH_ALLOWED_HOSTS: new URL(supplier.address).host,
    })
    await use(server.origin)
    await server.stop()
    folder.remove()
  },
  baseURL: async ({ own }, use) => {
    await use(own)
  },
  /** signed in as the administrator, on the list of sources */
  list: async ({ page }, use) => {
    await page.goto('/profile/sources')
    await signIn(page)
    await page.getByRole('heading', { name: 'Источники' }).waitFor()
    await use(page)
  },
})

const BRANDS = ['Nokian Tyres', 'Michelin', 'Cordiant', 'Yokohama', 'Viatti']
const SIZES = ['205/55 R16 91T', '195/65 R15 95H', '225/45 R17 94W', '185/65 R15 88T']

/** A supplier's price list, with a title above its header and prices as people write them. */
function priceList(tyres: number, level = 1): string {
  const rows = Array.from({ length: tyres }, (_, i) => {
    const brand = BRANDS[i % BRANDS.length]
    const price = Math.round((4000 + i * 37) * level)
    // Manufacturers' articles have a length for each brand; equal ones would be the supplier's own codes (21.1).
    const article = `TT${1000 + i}${'0'.repeat(i % BRANDS.length)}`
    return `${article};${brand};${brand} Модель ${i} ${SIZES[i % SIZES.length]};зима;${price};${Math.round(price * 1.2)};${(i % 19) + 1}`
  })
  return [
    'Прайс-лист',
    'Артикул;Производитель;Наименование;Сезонность;Опт, руб.;Розница, руб.;Остаток',
    ...rows,
  ].join('\n')
}

const asFile = (content: string, name = 'прайс.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(content),
})
const choose = (page: Page, content: string) =>
  page.locator('input[type=file]').first().setInputFiles(asFile(content))

const columnOf = (page: Page, name: string) => page.getByLabel(`Что в колонке ${name}`, { exact: true })
const going = (page: Page) => page.getByRole('status', { name: 'Загрузка' })
const saved = async (page: Page) => {
  const save = page.getByRole('button', { name: 'Сохранить и загрузить эти цены' })
  await expect(save).toBeEnabled()
  await save.press('Enter')
  await expect(going(page)).toContainText('Загружено')
}

/** Sets a source up by keyboard alone, as far as its prices. */
async function setUp(page: Page, city = 'Томск'): Promise<void> {
  await page.getByLabel('Город, одинаково для всех строк').fill(city)
  await expect(page.getByRole('table', { name: 'Шины, какими они загрузятся' })).toContainText(city)
  await page.getByRole('button', { name: 'Далее' }).press('Enter')
  await page.getByLabel('Сайт', { exact: true }).fill('shop.ru')
  await page.keyboard.press('Enter')
  await saved(page)
}

test('from a file to prices in a report, by keyboard alone', async ({ list: page }) => {
  await expect(page.getByRole('heading', { name: 'Пусть цены приходят сами' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Добавить первый источник' }).press('Enter')
  await expect(page.getByRole('heading', { name: /^Мастер прайс-листа/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await choose(page, priceList(60))
  await expect(columnOf(page, 'Артикул')).toHaveValue('article')
  await expect(columnOf(page, 'Опт, руб.')).toHaveValue('opt')
  await expect(columnOf(page, 'Остаток')).toHaveValue('stock')
  await expect(page.getByRole('table', { name: 'Шины, какими они загрузятся' })).toContainText('205/55 R16')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Город, одинаково для всех строк').fill('Томск')
  await expect(page.getByText('Укажите город, если он известен.')).toBeVisible()
  await page.getByRole('button', { name: 'Далее' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Мастер прайс-листа, шаг 3: Источник' })).toBeFocused()
  const site = page.getByLabel('Сайт', { exact: true })
  // A field that has not had the focus displays no error.
  await expect(site).not.toHaveAttribute('aria-invalid')
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await site.focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('alert')).toHaveText('Укажите сайт, чьи это цены, например shop.ru.')
  await site.fill('shop.ru')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Сравнить не с чем: раньше цен этого сайта не было.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await saved(page)
  await expect(going(page)).toContainText('шин 60')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Открыть отчёт' }).press('Enter')
  await expect(page.getByRole('grid')).toContainText('TT1012')
})

test('an unusual file waits for a decision, on a phone', async ({ list: page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Добавить первый источник' }).click()
  await choose(page, priceList(60))
  await setUp(page)
  await choose(page, priceList(20, 2))
  await expect(page.getByText('Эти цены не похожи на обычные.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  const load = page.getByRole('button', { name: 'Загрузить эти цены' })
  await expect(load).toBeEnabled()
  await load.click()
  await expect(going(page)).toContainText('Ждёт решения')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Все источники' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'shop.ru' })
  await card.getByRole('button', { name: 'Принять цены shop.ru' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Принять', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Цены приняты: shop.ru')
  await expect(card.getByText('Свежие цены')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a file is dropped anywhere on the page', async ({ list: page }) => {
  await page.getByRole('link', { name: 'Добавить источник' }).click()
  await page.getByText('или перетащите его на страницу').waitFor()
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([content], 'прайс.csv'))
    return transfer
  }, priceList(20))
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data })
  await expect(page.getByText('Отпустите файл, чтобы загрузить прайс-лист')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
  await expect(columnOf(page, 'Артикул')).toHaveValue('article')
  await expect(page.getByText('Отпустите файл, чтобы загрузить прайс-лист')).toHaveCount(0)
})

test('the server fetches from an address, and a supplier sends with a key', async ({
  list: page,
  supplier,
}) => {
  supplier.has(priceList(30))
  await page.getByRole('link', { name: 'Добавить источник' }).click()
  await page.getByRole('radio', { name: /Адрес в интернете/ }).check()
  await page.getByLabel('Адрес прайс-листа').fill(supplier.address)
  await page.getByRole('button', { name: 'Скачать и разобрать' }).click()
  await expect(columnOf(page, 'Артикул')).toHaveValue('article')
  await setUp(page)
  supplier.has(priceList(31))
  await page.getByRole('button', { name: 'Запустить сейчас' }).click()
  await expect(going(page)).toContainText('шин 31')

  await page.getByRole('button', { name: 'Создать ключ' }).click()
  const command = (await page.locator('.token-command').textContent()) ?? ''
  const [, token, address] =
    /^curl -T prices\.csv -H "Authorization: Bearer (\S+)" (\S+)$/.exec(command) ?? []
  expect(await seriousFaults(page)).toEqual([])
  const answer = await fetch(address as string, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: priceList(32),
  })
  expect(answer.status).toBe(202)
  await page.reload()
  const latest = page.getByRole('region', { name: 'Загрузки за 90 дней' }).getByRole('listitem').first()
  await expect(latest).toContainText('прислал поставщик')
  await expect(latest).toContainText('32 шины')
})

test('a picture, and a text that is no price list, are told apart from one', async ({ list: page }) => {
  await page.getByRole('link', { name: 'Добавить источник' }).click()
  await page.locator('input[type=file]').setInputFiles({
    name: 'фото.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('jpeg'),
  })
  await expect(page.getByRole('alert')).toContainText('Файл «фото.jpg» — не прайс-лист.')
  await choose(page, 'Добрый день!\nПрайс пришлём завтра.\n')
  await expect(page.getByRole('alert')).toContainText(/колонку с ценой|не похож|не найден|нет/)
})

test('axe finds nothing serious', async ({ list: page }) => {
  // Takes some twenty analyses with axe.
  test.slow()
  const check = async () => expect(await faultsInAllLooks(page)).toEqual([])
  await page.getByRole('link', { name: 'Добавить источник' }).click()
  await page.getByRole('radio', { name: /Адрес в интернете/ }).check()
  await page.getByText('Нужен пароль или ключ').click()
  await page.getByLabel('Имя и пароль').check()
  await page.getByRole('button', { name: 'Добавить ключ (заголовок запроса)' }).click()
  await check()
  await page.getByRole('radio', { name: /^Файл/ }).check()
  await choose(page, priceList(30))
  await columnOf(page, 'Остаток').selectOption('Остаток в одном месте')
  await page.getByText('Для знатоков: описание в JSON').click()
  await page.getByLabel('Описание прайс-листа в JSON').fill('{"fields": {"name": "Наименование", ')
  await expect(page.getByText(/Это не JSON/)).toBeVisible()
  await check()
  await page.getByRole('button', { name: 'Далее' }).click()
  await page.getByRole('button', { name: 'Далее' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await check()
  await page.getByLabel('Сайт', { exact: true }).fill('shop.ru')
  await page.keyboard.press('Enter')
  await saved(page)
  await page.getByText('Показать таблицей').click()
  await check()
  await page.getByRole('button', { name: 'Удалить', exact: true }).click()
  await check()
})
