import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { seriousFaults } from '../support/axe.ts'
import { readCsv } from '../support/csv.ts'
import { DAY, expect, test } from './fixtures.ts'
import {
  column,
  connected,
  grid,
  LIST,
  METERED,
  moreDownloads,
  open,
  openViewExport,
  widen,
} from './report-page.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Скачать как на экране' })
const make = (page: Page) => dialog(page).getByRole('button', { name: /^Скачать/ })

async function fileAs(page: Page, format: 'Excel' | 'CSV'): Promise<Download> {
  await openViewExport(page)
  await dialog(page).getByRole('radio', { name: format }).check()
  const file = page.waitForEvent('download')
  await make(page).click()
  return file
}
async function rowsOf(file: Download) {
  return (await readXlsx(new Uint8Array(readFileSync(await file.path())))).sheets[0]?.rows ?? []
}
const linesOf = async (file: Download) =>
  readCsv(readFileSync(await file.path(), 'utf8').replace(/^\ufeff/, ''))
/** Returns the texts of the first displayed row, without marks. */
const firstShown = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()
    .getByRole('gridcell')
    .allTextContents()

test.beforeEach(async ({ signedIn: page }) => widen(page))

test.describe('a file of what is on screen (specification 17.9)', () => {
  test('has the market’s columns and order, and what quick filters leave of all pages', async ({
    signedIn: page,
  }) => {
    await open(page, 'all-prices', '&view=market&in=Томск&sort=-market.own&only=cheaper&cols=-market.rank')
    await expect(page.getByText(/Отобрано среди всех выбранных: 250 шин/)).toBeVisible()
    await expect(column(page, 'Место')).toHaveCount(0)
    await expect(grid(page).getByText('Шина 249')).toBeVisible()
    await openViewExport(page)
    await expect(dialog(page)).toContainText('вид «Рынок» · Цены города: Томск')
    await expect(dialog(page)).toContainText('«Мы дешевле медианы»')
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')

    const file = await fileAs(page, 'Excel')
    await expect(dialog(page).getByRole('status')).toHaveText(/^В файле 250\sшин\.$/)
    expect(file.suggestedFilename()).toBe(`Выгрузить ВСЕ цены ${DAY} Рынок.xlsx`)
    const [title, places, labels, ...rows] = await rowsOf(file)
    expect(title?.[0]).toMatch(/^Выгрузить ВСЕ цены · 18 апреля 2026\sг\. · .*вид «Рынок»/)
    expect(places?.slice(2, 4)).toEqual(['Томск · Мы', 'Томск · Мы'])
    expect(labels).toEqual([
      'Шина',
      'Артикул',
      'Наша цена',
      'Отклонение, %',
      'Медиана без нас',
      'Мин.',
      'Медиана',
      'Макс.',
      'b.ru',
      'Нет в наличии',
    ])
    expect(rows).toHaveLength(250)
    expect(rows.map(([, article]) => article)).toEqual(
      Array.from({ length: 250 }, (_, index) => `T${249 - index}`),
    )
    expect(rows[0]?.slice(2, 3)).toEqual([1549])
    const [name] = await firstShown(page)
    expect(rows[0]?.[0]).toBe(name)
  })

  test('begins anew if the prices change between two of its pages, and gives up in words', async ({
    signedIn: page,
  }) => {
    // A prefetched page would consume one of the answers meant for the file.
    await connected(page, METERED)
    await open(page, 'all-prices', '&view=market&in=Томск&only=cheaper')
    await expect(page.getByText(/Отобрано среди всех выбранных: 250 шин/)).toBeVisible()
    /** Of each answer; the first file's second page is of another state than its first. */
    let states = ['7', '8']
    const asked: string[] = []
    await page.route(LIST, async (route) => {
      const answer = await route.fetch()
      asked.push(new URL(route.request().url()).searchParams.get('page') ?? '1')
      return route.fulfill({ json: { ...(await answer.json()), state: states.shift() ?? '8' } })
    })
    const file = await fileAs(page, 'Excel')
    expect(await rowsOf(file)).toHaveLength(3 + 250)
    expect(asked).toEqual(['1', '2', '1', '2', '3'])
    await page.keyboard.press('Escape')

    states = ['1', '2', '3', '4', '5', '6']
    await openViewExport(page)
    await make(page).click()
    await expect(dialog(page)).toContainText('Цены этого дня сейчас обновляются. Повторите через минуту.')
    expect(states).toEqual([])
  })

  test('has the table’s columns in their order, and only what is chosen', async ({ signedIn: page }) => {
    await open(page, 'all-prices', '&brand=Zorki&cols=-value.Остаток&cols=*city.Томск')
    await expect(column(page, /^Томск/)).not.toHaveCount(0)
    await expect(column(page, /^Остаток/)).toHaveCount(0)
    const shown = await grid(page).getByRole('columnheader').allTextContents()
    const file = await fileAs(page, 'CSV')
    await expect(dialog(page).getByRole('status')).toHaveText(/^В файле 125\sшин\.$/)
    expect(file.suggestedFilename()).toBe(`Выгрузить ВСЕ цены ${DAY} Zorki, Таблица.csv`)
    const [header = [], ...rows] = await linesOf(file)
    expect(rows).toHaveLength(125)
    expect(header.filter((name) => name.endsWith('Остаток'))).toEqual([])
    expect(header.findIndex((name) => name.startsWith('Томск'))).toBeLessThan(
      header.findIndex((name) => name.startsWith('Омск')),
    )
    // The file has exactly the displayed columns.
    const labels = header.map((name) => name.split(' · ').at(-1) ?? '')
    expect(labels.toSorted()).toEqual(shown.filter((text) => labels.includes(text)).toSorted())
    expect(rows[0]).toContain('Zorki')
  })

  test('has a row for each card of the list, in the format that the menu names', async ({
    signedIn: page,
  }) => {
    await open(page, 'all-prices', '&view=list&in=Томск&sort=tyre')
    const card = page.getByRole('button', { name: 'Шина 000' })
    await expect(card).toBeVisible()
    await fileAs(page, 'CSV')
    await page.reload()
    await expect(card).toBeVisible()
    await moreDownloads(page).click()
    await page.getByRole('button', { name: 'Как на экране, CSV' }).click()
    await expect(dialog(page).getByRole('radio', { name: 'CSV' })).toBeChecked()
    const saved = page.waitForEvent('download')
    await make(page).click()
    const [header, first, ...rows] = await linesOf(await saved)
    expect(header?.slice(0, 4)).toEqual(['Шина', 'Артикул', 'Размер', 'Наша цена'])
    expect(first?.slice(1, 4)).toEqual(['T0', '205/55 R16 90T', '1300'])
    expect(first).toContain('b.ru')
    expect(rows).toHaveLength(249)
  })

  test('in front of another backend sorts and narrows all rows, and says so', async ({ signedIn: page }) => {
    await page.route('**/api/companion', (route) => route.fulfill({ status: 404 }))
    await open(page, 'all-prices', '&view=market&in=Томск&sort=-market.own')
    await expect(page.getByText(/^Строки этой страницы — по столбцу/)).toBeVisible()
    await openViewExport(page)
    await expect(dialog(page)).toContainText('в файле будут отсортированы все')
    await page.keyboard.press('Escape')
    const [, , , first, ...others] = await rowsOf(await fileAs(page, 'Excel'))
    expect(first?.[1]).toBe('T249')
    expect(others).toHaveLength(249)
  })

  test('can be cancelled, fails in words, and is made at the second attempt', async ({ signedIn: page }) => {
    await open(page, 'all-prices')
    await expect(grid(page)).toBeVisible()
    let answer: 'never' | 'fails' | 'works' = 'never'
    await page.route(LIST, async (route) => {
      const isSecond = route.request().url().includes('page=2')
      if (!isSecond || answer === 'works') return route.continue()
      if (answer === 'fails') return route.fulfill({ status: 500, body: '{"error":"База занята"}' })
    })
    await openViewExport(page)
    await make(page).click()
    await expect(dialog(page).getByText('Страница 2 из 3')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Отмена' }).click()
    await expect(dialog(page).getByRole('progressbar')).toHaveCount(0)
    await expect(dialog(page).getByRole('status')).toHaveText('Отменено, файла нет.')
    await expect(dialog(page)).toContainText(/В файле: 18\sапреля 2026/)
    await expect.poll(() => page.workers()).toEqual([])
    answer = 'fails'
    await make(page).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(
      /Не удалось собрать файл: .+ Прочитано страниц: 1 из 3\./,
    )
    answer = 'works'
    const file = page.waitForEvent('download')
    await dialog(page).getByRole('button', { name: 'Повторить' }).click()
    expect(await rowsOf(await file)).toHaveLength(3 + 250)
    await expect.poll(() => page.workers()).toEqual([])
    await dialog(page).getByRole('button', { name: 'Закрыть' }).click()
    await expect(moreDownloads(page)).toBeFocused()
  })

  test('is found by the palette', async ({ signedIn: page }) => {
    await open(page, 'all-prices')
    await expect(grid(page)).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Поиск шины' }).fill('как на экране')
    await page.getByRole('option', { name: 'Скачать в другом виде' }).click()
    await page.getByRole('button', { name: 'Как на экране, CSV' }).click()
    await expect(dialog(page)).toBeVisible()
  })
})
