import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { DECISIONS_DATABASE } from '../../../contract/decisions/database.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { fakeIndexedDb } from '../../../tests/support/indexed-db.ts'
import {
  address,
  expectText,
  fill,
  open,
  press,
  pricesServer,
  select,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

const server = pricesServer()
fakeIndexedDb(DECISIONS_DATABASE)

const dialog = () => screen.getByRole('dialog', { name: /^Решить/ })
const inDialog = () => within(dialog())
const rule = () => inDialog().getByLabelText('Правило')
const percent = () => inDialog().getByLabelText('Процент')
const addButton = () => inDialog().getByRole('button', { name: 'Добавить в решения' })
/** Clicks a button once it is not blocked, because its code or the costs may still be loading. */
async function clickUnblocked(find: () => HTMLElement): Promise<void> {
  await waitFor(() => expect(find()).not.toHaveAttribute('aria-disabled', 'true'))
  fireEvent.click(find())
}
const add = () => clickUnblocked(addButton)
/** Selects all rows. Their number depends on the test files before this one, which add tyres without own prices. */
const selectReport = async () =>
  fireEvent.click(await inDialog().findByRole('radio', { name: /^Весь отчёт: 25\d$/ }))

/** Opens the market of all retail prices. */
async function openMarket(query: string): Promise<void> {
  await open(`/export/all-prices?date=${DAY}&view=market&kind=retail&sort=tyre${query}`)
  await screen.findByText(/Шина 000/)
}

async function openDialog(name = 'Решить цены'): Promise<void> {
  await clickUnblocked(() => screen.getByRole('button', { name }))
  await waitFor(dialog)
}

/** Opens the page of the decisions, and returns the field of a tyre's new price in Tomsk. */
async function decidedPrice(tyre: string): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('link', { name: 'Открыть решения' }))
  return screen.findByLabelText(`Новая цена: Шина ${tyre}, Томск`)
}

describe('DecideDialog (specification 19.2)', () => {
  it('decides the selected rows, and replaces their decisions the second time', async () => {
    await openMarket('&city=Томск')
    const grid = screen.getByRole('grid')
    press(grid, 'ArrowDown', { shiftKey: true })
    press(grid, 'ArrowDown', { shiftKey: true })
    for (const words of ['Добавлено: 3 цены.', 'Добавлено: 0 цен, заменено: 3 цены.']) {
      await openDialog()
      expect(inDialog().getByRole('radio', { name: 'Выделенные: 3' })).toBeChecked()
      await add()
      await expectText(dialog, words)
      fireEvent.click(inDialog().getByRole('button', { name: 'Продолжить' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  it('says for how many prices the rule has no input, and blocks a rule with an invalid number', async () => {
    await openMarket('&site=daikon.ru')
    await openDialog()
    await expectText(dialog, 'Правило не подходит для 100 цен: нет цен конкурентов — 100.')
    select(rule(), 'Процент к нашей оптовой')
    fill(percent(), '25')
    await expectText(dialog, '100 цен; изменений')
    await waitFor(() => expect(addButton()).not.toHaveAttribute('aria-disabled', 'true'))
    fill(percent(), '25 %')
    expect(await inDialog().findByRole('alert')).toHaveTextContent(/Число от [-−]90 до 900/)
    expect(percent()).toHaveAttribute('aria-invalid', 'true')
    expect(addButton()).toHaveAttribute('aria-disabled', 'true')
  })

  it('blocks the decision of rows without own prices, and says why', async () => {
    await openMarket('&site=b.ru')
    await openDialog()
    await expectText(dialog, 'В этих строках нет наших цен выбранного вида: решать нечего.')
    expect(addButton()).toHaveAttribute('aria-disabled', 'true')
  })

  it('previews the decisions for the other kind of price', async () => {
    await openMarket('')
    await openDialog()
    select(inDialog().getByLabelText('Округлить'), 'до рубля')
    // The median of all cities is 350 ₽ above each own retail price, and 225 ₽ above each wholesale price.
    await expectText(dialog, '100 цен; изменений 100, в сумме +35 000 ₽')
    fireEvent.click(inDialog().getByRole('radio', { name: 'Оптовая' }))
    await expectText(dialog, '100 цен; изменений 100, в сумме +22 500 ₽')
  })

  it('compares with the prices of the selected city', async () => {
    await openMarket('')
    await openDialog()
    await selectReport()
    await expectText(dialog, 'Все города отчёта.')
    select(inDialog().getByLabelText('Город'), 'Томск')
    await expectText(dialog, 'Город: Томск.')
    await add()
    await expectText(dialog, 'Добавлено: 250 цен.')
    expect(await decidedPrice('000')).toHaveDisplayValue(/^1\s600$/)
  })

  it('decides all pages of a report without costs, and says so', async () => {
    server.use(http.post('/api/companion/own-costs', () => new HttpResponse('', { status: 502 })))
    await openMarket('')
    await openDialog()
    await selectReport()
    await expectText(dialog, 'Все города отчёта.')
    await expectText(dialog, 'Сначала будут прочитаны все страницы отчёта; итог виден после этого.')
    await add()
    await expectText(dialog, /Добавлено: 250 цен\. Себестоимость узнать не удалось/)
  })

  it('stops reading pages when the rule changes, and decides by the new rule', async () => {
    const held = Promise.withResolvers<void>()
    await openMarket('')
    await openDialog()
    await selectReport()
    server.use(
      http.get(REPORTS['all-prices'].sources.all.list, async ({ request }) => {
        await held.promise
        return server.forward(request)
      }),
    )
    await add()
    await expectText(dialog, 'Прочитано страниц: ')
    expect(addButton()).toHaveAttribute('aria-disabled', 'true')
    fill(percent(), '-5')
    await waitFor(() => expect(dialog()).not.toHaveTextContent('Прочитано страниц'))
    held.resolve()
    await add()
    await expectText(dialog, 'Добавлено: 250 цен.')
    expect((await decidedPrice('000')).closest('[role=row]')).toHaveTextContent('медиана −5,0 %')
  })

  it('reports a failure to read the pages, and adds nothing', async () => {
    await openMarket('')
    await openDialog()
    await selectReport()
    server.use(
      http.get(REPORTS['all-prices'].sources.all.list, () =>
        HttpResponse.json({ error: 'нет' }, { status: 500 }),
      ),
    )
    await add()
    expect(await inDialog().findByRole('alert')).toHaveTextContent(
      /^Не удалось прочитать отчёт: .*Ничего не добавлено\.$/,
    )
    expect(addButton()).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('decides a tyre’s own price on its card', async () => {
    await open(`/tyre/T7?date=${DAY}`)
    await openDialog('Решить цену')
    expect(dialog()).toHaveAccessibleName('Решить цену: Шина 007')
    await add()
    await expectText(dialog, 'Добавлено: 1 цена.')
    expect(await decidedPrice('007')).toHaveDisplayValue(/^1\s610$/)
    expect(screen.getByText('Измените правило — и здесь будет видно, что оно даст.')).toBeVisible()
  })

  it('preselects the price proposed by the report, and keeps arrow keys from the card below', async () => {
    await open(`/export/proposals?date=${DAY}&city=Томск`)
    fireEvent.click(await screen.findByText('T0'))
    await openDialog('Решить цену')
    await waitFor(() => expect(rule()).toHaveValue('proposed'))
    press(inDialog().getByRole('button', { name: 'Отмена' }), 'ArrowDown')
    expect(address()).toMatch(/\/tyre\/T0\?/)
    await add()
    await expectText(dialog, 'Добавлено: 1 цена.')
    expect((await decidedPrice('000')).closest('[role=row]')).toHaveTextContent('предложенная, до рубля')
  })
})
