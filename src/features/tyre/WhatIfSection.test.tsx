import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { expectText, fill, open, pricesServer } from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

const server = pricesServer()

const region = () => screen.getByRole('region', { name: 'Что если' })
const percent = () => screen.findByLabelText('Процент числом')
const row = () => within(region()).getByRole('row', { name: /Томск/ })
const price = () => within(row()).getAllByRole('cell')[1] as HTMLElement

describe('WhatIfSection (specification 15.6)', () => {
  it('proposes the median without a percent, and says how a fraction counts', async () => {
    await open(`/tyre/T2?date=${DAY}`)
    expect(await percent()).toHaveValue('')
    await expectText(region, 'Без процента: по медиане конкурентов')
    await expectText(price, /^1 602$/)
    fill(await percent(), '33,4')
    await expectText(region, '× 1,33 (33,4 % считается как 33 %)')
    await expectText(row, '1 332,66')
    fill(await percent(), '')
    await expectText(price, /^1 602$/)
    fireEvent.change(within(region()).getByRole('slider'), { target: { value: '1' } })
    expect(await percent()).toHaveValue('1')
    await expectText(row, '1 012,02')
  })

  it('proposes nothing without competitors in our city, except by a percent', async () => {
    const near = { article: 'NEAR1', name: 'Шина NEAR1' }
    const day = '2026-01-29'
    await server.importPrices({
      site: 'daikon.ru',
      day,
      lines: [[near, { city: 'Томск', retail: 5000, wholesale: 4000, cost: 3000, stock: 4 }]],
    })
    await server.importPrices({
      site: 'near.ru',
      day,
      lines: [[near, { city: 'Омск', retail: 4800, stock: 4 }]],
    })
    await open(`/tyre/NEAR1?date=${day}`)
    await percent()
    await expectText(
      region,
      'Эта шина: без процента предложить нечего, в городе «Томск» цен конкурентов нет.',
    )
    fill(await percent(), '10')
    await expectText(region, 'Эта шина: 1 город; в городе «Томск» цен конкурентов нет; наценка')
  })

  it('is absent without an own wholesale price', async () => {
    await open('/tyre/T2?date=2026-04-17')
    await screen.findByRole('heading', { name: 'Рынок' })
    expect(screen.queryByRole('region', { name: 'Что если' })).toBeNull()
  })
})
