// Specification 19.1, 19.2, 19.3, 19.4, 19.5, 19.6, 19.7

import { readFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { REPORTS } from '../../contract/reports/reports.ts'
import { seriousFaults } from '../support/axe.ts'
import { DAY, expect, signIn, test } from './fixtures.ts'

const REPORT = `/export/all-prices?date=${DAY}&city=Томск&view=market&kind=retail&sort=tyre`
const decide = (page: Page) => page.getByRole('button', { name: 'Решить цены' })
const dialog = (page: Page) => page.getByRole('dialog')
const decisions = (page: Page) => page.getByRole('table', { name: 'Решения' })
/** Returns the row of the tyre with this number in the list of decisions. */
const rowOf = (page: Page, tyre: string) =>
  decisions(page)
    .getByRole('row')
    .filter({ hasText: `Шина ${tyre}` })
const priceOf = (page: Page, tyre: string) =>
  decisions(page).getByRole('textbox', { name: `Новая цена: Шина ${tyre}, Томск` })
const commentOf = (page: Page, tyre: string) =>
  decisions(page).getByRole('textbox', { name: `Комментарий: Шина ${tyre}, Томск` })

/** Decides the prices of the first page by the rule that is offered first. */
async function decidePage(page: Page): Promise<void> {
  await page.goto(REPORT)
  await decide(page).click()
  await dialog(page).getByRole('button', { name: 'Добавить в решения' }).click()
  await dialog(page).getByRole('link', { name: 'Открыть решения' }).click()
  await expect(decisions(page)).toBeVisible()
}

const rule = (page: Page) => page.getByRole('region', { name: 'Правило для цен' })
const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })

async function download(page: Page, button: Locator): Promise<Download> {
  const download = page.waitForEvent('download')
  await button.click()
  return download
}

async function sheetOf(file: Download) {
  return (await readXlsx(new Uint8Array(readFileSync(await file.path())))).sheets[0]?.rows
}

test('prices of a report are decided by a rule: of its page, of selected rows, or of the whole report', async ({
  signedIn: page,
}) => {
  await test.step('selected rows alone are decided, and again instead of before', async () => {
    await page.goto(REPORT)
    const grid = page.getByRole('grid')
    await expect(grid.getByText('Шина 000')).toBeVisible()
    await grid.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    for (const words of [/Добавлено: 3\sцены\./, /Добавлено: 0\sцен, заменено: 3\sцены\./]) {
      await decide(page).click()
      await expect(dialog(page).getByRole('radio', { name: 'Выделенные: 3' })).toBeChecked()
      await dialog(page).getByRole('button', { name: 'Добавить в решения' }).click()
      await expect(dialog(page)).toContainText(words)
      await dialog(page).getByRole('button', { name: 'Продолжить' }).click()
      await expect(decide(page)).toBeFocused()
    }
  })
  await test.step('a page’s prices are decided by a rule, and say what they would do', async () => {
    await page.goto(REPORT)
    await decide(page).click()
    await expect(dialog(page).getByRole('radio', { name: /^Эта страница: 100/ })).toBeChecked()
    await expect(dialog(page).getByRole('radio', { name: /^Весь отчёт: 250/ })).not.toBeChecked()
    await expect(dialog(page)).toContainText('Город: Томск.')
    await dialog(page).getByLabel('Процент').fill('-10')
    await expect(dialog(page)).toContainText(
      /100\sцен; изменений 100, в сумме \+\d+\s\d+(,\d+)?\s₽; самых низких 100 из 100, где есть конкуренты; наценка в среднем \+\d\d,\d\s%/,
    )
    expect(await seriousFaults(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Добавить в решения' }).click()
    await expect(dialog(page)).toContainText(/Добавлено: 97\sцен, заменено: 3\sцены\./)
    await dialog(page).getByRole('link', { name: 'Открыть решения' }).click()
    // 1600 − 10 %, rounded to tens; the own price was 1300, the wholesale price 900.
    await expect(priceOf(page, '000')).toHaveValue(/^1\s440$/)
    await expect(rowOf(page, '000')).toContainText(
      /1\s300.*\+10,8\s%.*900\+60,0\s%.*1\s600.*1 из 2▾ самая низкая/,
    )
    await expect(rowOf(page, '000')).toContainText('медиана −10,0 %, до десятков')
    expect(await seriousFaults(page)).toEqual([])
  })
  await test.step('a rule says for how many prices it lacks something', async () => {
    await page.goto(`/export/all-prices?date=${DAY}&site=daikon.ru&view=market&kind=retail&sort=tyre`)
    await decide(page).click()
    await expect(dialog(page)).toContainText('Правило не подходит для 100 цен: нет цен конкурентов — 100.')
    await dialog(page).getByLabel('Правило').selectOption('Процент к нашей оптовой')
    await dialog(page).getByLabel('Процент').fill('25')
    await expect(dialog(page)).toContainText(/100\sцен; изменений \d+/)
    await dialog(page).getByLabel('Процент').fill('25 %')
    await expect(dialog(page).getByRole('alert')).toHaveText(/Число от -?−?90 до 900/)
    await expect(dialog(page).getByLabel('Процент')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog(page).getByRole('button', { name: 'Добавить в решения' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
  await test.step('where we sell nothing there is nothing to decide', async () => {
    await page.goto(`/export/all-prices?date=${DAY}&site=b.ru&view=market&kind=retail&sort=tyre`)
    await decide(page).click()
    await expect(dialog(page)).toContainText('В этих строках нет наших цен выбранного вида: решать нечего.')
  })
  await test.step('a whole report is decided, though costs are not to be had, as the dialog says at the end', async () => {
    await page.route('**/api/companion/own-costs', (route) => route.fulfill({ status: 502, body: '' }))
    await page.goto(`/export/all-prices?date=${DAY}&view=market&kind=retail&sort=tyre`)
    await decide(page).click()
    await dialog(page)
      .getByRole('radio', { name: /^Весь отчёт: 250/ })
      .check()
    await expect(dialog(page)).toContainText('Все города отчёта.')
    const held = Promise.withResolvers<void>()
    await page.route(`**${REPORTS['all-prices'].sources.all.list}?**`, async (route) => {
      await held.promise
      await route.continue()
    })
    const add = dialog(page).getByRole('button', { name: 'Добавить в решения' })
    await add.click()
    await expect(status(page, /^Прочитано страниц/)).toBeVisible()
    // A change of the rule cancels the reading of pages.
    await dialog(page).getByLabel('Процент').fill('-5')
    await expect(status(page, /^Прочитано страниц/)).toHaveCount(0)
    held.resolve()
    await add.click()
    await expect(dialog(page)).toContainText(
      /Добавлено: 150\sцен, заменено: 100\sцен\..*Себестоимость узнать не удалось/,
    )
    await dialog(page).getByRole('link', { name: 'Открыть решения' }).click()
    await expect(rowOf(page, '000')).toContainText('медиана −5,0 %')
  })
})

test('decided prices are changed, restored, shared between tabs, exported, and removed by a logout', async ({
  signedIn: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await decidePage(page)
  await test.step('a rule that suits none changes nothing and says why', async () => {
    // So that nothing can be undone.
    await page.reload()
    // The report proposed nothing.
    await rule(page).getByLabel('Правило').selectOption('Предложенная цена')
    await rule(page).getByRole('button', { name: 'Применить к показанным: 100' }).click()
    await expect(
      status(page, 'Правило не подходит: нет предложенной цены — 100. Ничего не изменено.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Отменить', exact: true })).toBeHidden()
    await expect(rowOf(page, '000')).toContainText('медиана')
  })
  await test.step('another rule for ticked prices, a single price by hand, and both undone', async () => {
    await page.getByRole('checkbox', { name: 'Отметить: Шина 000, Томск' }).check()
    await page.getByRole('checkbox', { name: 'Отметить: Шина 004, Томск' }).click({ modifiers: ['Shift'] })
    await rule(page).getByLabel('Правило').selectOption('Ниже самой низкой')
    await rule(page).getByLabel('На сколько, ₽').fill('1000')
    await rule(page).getByLabel('Не ниже себестоимости + %').fill('5')
    await rule(page).getByLabel('Округлить').selectOption('на 90')
    await expect(rule(page).getByRole('status')).toContainText(/^Станет: 3\sцены/)
    await rule(page).getByRole('button', { name: 'Применить к отмеченным: 3' }).click()
    await expect(status(page, /Правило применено: 3\sцены/)).toBeVisible()
    // At least 900 + 5 %, and ending in 90.
    await expect(priceOf(page, '000')).toHaveValue('990')
    await expect(priceOf(page, '004')).toHaveValue('990')
    await page.getByRole('button', { name: 'Отменить', exact: true }).click()
    await expect(priceOf(page, '000')).toHaveValue(/^1\s600$/)

    await priceOf(page, '000').fill('1 555,5')
    await page.keyboard.press('Enter')
    await expect(priceOf(page, '002')).toBeFocused()
    await expect(priceOf(page, '000')).toHaveValue(/^1\s555,5$/)
    await expect(rowOf(page, '000')).toContainText('вручную')
    // A text that is not a price is rejected.
    await priceOf(page, '002').fill('дорого')
    await expect(priceOf(page, '002')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(priceOf(page, '000')).toBeFocused()
    await expect(priceOf(page, '002')).toHaveValue(/^1\s600$/)
    await expect(status(page, /«дорого» — не цена: осталась 1\s60\d\./)).toBeVisible()
  })
  await test.step('they are there after a reload, and in another tab at once', async () => {
    const second = await context.newPage()
    await second.goto('/decisions')
    await expect(priceOf(second, '000')).toHaveValue(/^1\s555,5$/)
    await priceOf(page, '000').fill('1500')
    await commentOf(page, '000').fill('акция')
    await page.keyboard.press('Tab')
    const areShownIn = async (tab: Page) => {
      await expect(priceOf(tab, '000')).toHaveValue(/^1\s500$/)
      await expect(commentOf(tab, '000')).toHaveValue('акция')
    }
    // Which shows them once they are kept.
    await areShownIn(second)
    await page.reload()
    await areShownIn(page)
    await page.goto('/')
    await page.getByRole('link', { name: /^Решения 100\sцен$/ }).click()
    await expect(decisions(page)).toBeVisible()
    await second.close()
  })
  await test.step('the browser asks before the page goes away with a change that is not kept yet', async () => {
    const second = await context.newPage()
    await second.goto('/decisions')
    await commentOf(page, '000').fill('скидка')
    const asksOnceLeft = await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    })
    expect(asksOnceLeft).toBe(true)
    await expect(commentOf(second, '000')).toHaveValue('скидка')
    await expect
      .poll(() => page.evaluate(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))))
      .toBe(true)
    await second.close()
  })
  await test.step('what is below cost or far from now needs a second look before it leaves', async () => {
    await priceOf(page, '000').fill('890')
    await priceOf(page, '002').fill('2000')
    await page.keyboard.press('Tab')
    await expect(rowOf(page, '000')).toContainText(/ниже себест\. 900; −31,5\s% к цене/)
    await page.getByRole('radio', { name: 'Требуют взгляда' }).check()
    await expect(decisions(page).getByRole('row')).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Проверено: Шина 002, Томск' }).click()
    await expect(decisions(page).getByRole('row')).toHaveCount(2)
    await page.getByRole('radio', { name: 'Все' }).check()

    await page.getByRole('button', { name: 'Скачать', exact: true }).click()
    await expect(dialog(page).getByRole('radio', { name: 'Без них: 99' })).toBeChecked()
    expect(await seriousFaults(page)).toEqual([])
    const file = await download(page, dialog(page).getByRole('button', { name: 'Скачать XLSX' }))
    expect(file.suggestedFilename()).toMatch(/^Решения \d{4}-\d\d-\d\d\.xlsx$/)
    const rows = await sheetOf(file)
    expect(rows).toHaveLength(100)
    expect(rows?.slice(0, 2)).toEqual([
      ['Артикул', 'Город', 'Старая цена', 'Новая цена', 'Правило', 'Комментарий'],
      ['T2', 'Томск', 1302, 2000, 'вручную', null],
    ])
  })
  await test.step('the file has the columns that a person wants, under their names, also the next time', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: 'Скачать', exact: true }).click()
    await dialog(page)
      .getByText(/^Столбцы/)
      .click()
    for (const name of ['Город', 'Старая цена', 'Правило', 'Комментарий'])
      await dialog(page).getByRole('checkbox', { name, exact: true }).uncheck()
    await dialog(page).getByRole('textbox', { name: 'Название столбца «Новая цена» в файле' }).fill('PRICE')
    await dialog(page).getByRole('button', { name: 'Новая цена: раньше' }).click({ clickCount: 1 })
    for (let step = 0; step < 6; step += 1)
      await dialog(page).getByRole('button', { name: 'Новая цена: раньше' }).click()
    await dialog(page).getByRole('radio', { name: 'CSV' }).check()
    const file = await download(page, dialog(page).getByRole('button', { name: 'Скачать CSV' }))
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(lines.slice(0, 2)).toEqual(['\ufeffPRICE;Артикул', '2000;T2'])
    await dialog(page).getByRole('button', { name: 'Скопировать таблицу' }).click()
    await expect(dialog(page)).toContainText(/Скопировано: 99\sцен/)
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split(/\r?\n/).slice(0, 2)).toEqual(['PRICE\tАртикул', '2000\tT2'])
    await page.reload()
    await page.getByRole('button', { name: 'Скачать', exact: true }).click()
    await expect(dialog(page).getByText('Столбцы: PRICE, Артикул')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })
  await test.step('removed ones can be had back, and nothing left says what to do', async () => {
    // Here they are not known until they have been read.
    await page.reload()
    // A price that is being typed is kept in the same moment, and not taken back with what came after it.
    await priceOf(page, '002').fill('1234')
    await page.getByRole('button', { name: 'Убрать: Шина 000, Томск' }).click()
    await expect(status(page, /^Убрано: 1\sцена\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'Отменить', exact: true }).click()
    await expect(rowOf(page, '000')).toBeVisible()
    await expect(priceOf(page, '002')).toHaveValue(/^1\s234$/)
    await page.getByRole('button', { name: 'Убрать: Шина 000, Томск' }).click()
    await expect(status(page, /^Убрано: 1\sцена\.$/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Отметить все показанные' }).check()
    await page.getByRole('button', { name: 'Убрать отмеченные' }).click()
    await expect(page.getByText('Решённых цен пока нет.')).toBeVisible()
    await expect(status(page, /^Убрано: 99\sцен\.$/)).toBeVisible()
    await expect(page.locator('body')).not.toBeFocused()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await expect(decisions(page)).toBeVisible()
  })
  await test.step('what cannot be kept is told, and nothing changes', async () => {
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await priceOf(page, '002').fill('1500')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('alert')).toContainText('Не удалось сохранить решение на этом устройстве')
    await expect(priceOf(page, '002')).toHaveValue(/^1\s234$/)
  })
  await test.step('a logout says that they will be lost, and removes them', async () => {
    await page.reload()
    await priceOf(page, '002').fill('1500')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Отменить', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'admin' }).click()
    await page.getByRole('button', { name: 'Выход' }).click()
    await expect(dialog(page)).toContainText(/Пропадут решения, собранные на этом устройстве: 99\sцен\./)
    await dialog(page).getByRole('button', { name: 'Выйти' }).click()
    await expect(page).toHaveURL('/login?logout=1')
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .not.toContain('tyre-decisions')
    // This is the same page, which could undo its last change.
    await signIn(page)
    await page.getByRole('link', { name: 'a1 Выгрузить ВСЕ цены', exact: true }).waitFor()
    await expect(page.locator('.keys-typed')).toBeAttached()
    for (const key of ['g', 'e']) await page.keyboard.press(key)
    await expect(page.getByText('Решённых цен пока нет.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Отменить' })).toHaveCount(0)
  })
})

test('a tyre’s own price is decided on its card', async ({ signedIn: page }) => {
  await page.goto(`/tyre/T7?date=${DAY}`)
  await page.getByRole('button', { name: 'Решить цену' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Решить цену: Шина 007' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Добавить в решения' }).click()
  await dialog(page).getByRole('link', { name: 'Открыть решения' }).click()
  await expect(priceOf(page, '007')).toHaveValue(/^1\s610$/)
})

test('beside proposals the card takes over what is proposed, and stays while that is asked', async ({
  signedIn: page,
}) => {
  await page.goto(`/export/proposals?date=${DAY}&city=Томск`)
  const grid = page.getByRole('grid')
  await expect(grid.getByText('Шина 000')).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Шина 000' })
  // Parts of the card that load later move the button down.
  await expect(card.getByRole('article')).toHaveAttribute('aria-busy', 'false')
  await card.getByRole('button', { name: 'Решить цену' }).click()
  const question = page.getByRole('dialog', { name: 'Решить цену: Шина 000' })
  await expect(question.getByLabel('Правило')).toHaveValue('proposed')
  await question.getByRole('button', { name: 'Отмена' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(/\/tyre\/T0\?/)
  await question.getByRole('button', { name: 'Добавить в решения' }).click()
  await question.getByRole('link', { name: 'Открыть решения' }).click()
  await expect(rowOf(page, '000')).toContainText('предложенная, до рубля')
})

test('a set is shared with the team, agreed, taken to work, and tells what has been introduced', async ({
  signedIn: page,
}) => {
  await decidePage(page)
  const sets = page.getByRole('region', { name: 'Наборы' })
  await expect(sets).toContainText('Наборов пока нет.')
  await sets.getByLabel('Название набора').fill('Зима')
  await sets.getByRole('button', { name: /^Сохранить для команды 100\sцен$/ }).click()
  const set = sets.getByRole('listitem').filter({ hasText: 'Зима' })
  await expect(set).toContainText(/черновик.*100\sцен · автор admin/)
  await set.getByRole('button', { name: 'Согласовать' }).click()
  await expect(set).toContainText('согласовано')
  await expect(set.getByRole('button', { name: 'Отметить выгруженным' })).toBeFocused()
  expect(await seriousFaults(page)).toEqual([])
  await set.getByRole('button', { name: 'Отметить выгруженным' }).click()
  await expect(set).toContainText(/выгружено.*(Новых цен наших сайтов ещё нет|Внедрено 0 из 100)/)

  await page.getByRole('checkbox', { name: 'Отметить все показанные' }).check()
  await page.getByRole('button', { name: 'Убрать отмеченные' }).click()
  await expect(page.getByText('Решённых цен пока нет.')).toBeVisible()
  // Simulates that the own sites have later prices, with all decided ones but two.
  await page.route('**/introduced', (route) =>
    route.fulfill({ json: { day: DAY, introduced: 98, of: 100, missing: [1, 99] } }),
  )
  await page.reload()
  await expect(set).toContainText('Внедрено 98 из 100, по ценам за 18 апр')
  await set.getByRole('button', { name: 'Взять невнедрённые: 2' }).click()
  await expect(sets.getByRole('status')).toContainText('Набор «Зима». Добавлено: 2')
  await expect(decisions(page).getByRole('row')).toHaveCount(1 + 2)
  await set.getByRole('button', { name: 'Взять в работу' }).click()
  await expect(decisions(page)).toBeVisible()
  await expect(sets.getByRole('status')).toContainText('Набор «Зима». Добавлено: 98')
  await set.getByRole('button', { name: 'Удалить' }).click()
  await dialog(page).getByRole('button', { name: 'Удалить' }).click()
  await expect(sets).toContainText('Наборов пока нет.')
  await expect(sets.getByRole('heading', { name: 'Наборы' })).toBeFocused()
})

test('before the original backend there are decisions, but no sets', async ({ signedIn: page }) => {
  await page.route('**/api/companion**', (route) => route.fulfill({ status: 404, body: 'нет' }))
  await decidePage(page)
  // Values that the rows lack are unknown.
  await expect(rowOf(page, '000')).toContainText(/1\s300.*\+23,1\s%—/)
  await expect(page.getByRole('heading', { name: 'Наборы' })).toBeHidden()
})

test('at 1440 px a city has room for its name', async ({ signedIn: page, server }) => {
  for (const site of ['daikon.ru', 'cities.ru'])
    await server.importPrices(site, '2026-02-26', [
      'CITY1,Zorki,Дальняя,205,55,16,Зимняя,Легковая,T,91,Новосибирск,,5000,,,4',
      'CITY2,Zorki,Ближняя,205,55,16,Зимняя,Легковая,T,91,Екатеринбург,,5000,,,4',
    ])
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/export/all-prices?date=2026-02-26&view=market&kind=retail&sort=tyre')
  await decide(page).click()
  await dialog(page).getByRole('button', { name: 'Добавить в решения' }).click()
  await dialog(page).getByRole('link', { name: 'Открыть решения' }).click()
  for (const city of ['Новосибирск', 'Екатеринбург']) {
    const cell = decisions(page).getByRole('cell', { name: city, exact: true })
    await expect(cell).toBeVisible()
    expect(await cell.evaluate((one) => one.scrollWidth - one.clientWidth), city).toBe(0)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('each price is a card, and nothing is wider than the screen', async ({ signedIn: page }) => {
    await decidePage(page)
    await expect(priceOf(page, '000')).toBeInViewport({ ratio: 1 })
    await rule(page).getByRole('button', { name: 'Применить правило…' }).tap()
    await expect(rule(page).getByLabel('Правило')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await seriousFaults(page)).toEqual([])
    await rowOf(page, '000').getByRole('button', { name: 'Убрать: Шина 000, Томск' }).tap()
    await expect(priceOf(page, '000')).toBeHidden()
    await expect(priceOf(page, '002')).toBeVisible()
  })
})
