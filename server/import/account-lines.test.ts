// Specification 10.35

import { describe, expect, it } from 'vitest'
import type { ListAccount } from '../../contract/sources/account.ts'
import { accountLines, countLines } from './account-lines.ts'

const ACCOUNT: ListAccount = {
  containers: [],
  columns: [
    { name: 'Код', field: 'article', examples: [] },
    { name: 'Цена', field: 'retail', examples: [] },
    { name: 'Закуп', field: null, examples: [] },
  ],
  records: 3,
  tyres: 2,
  left: [{ kind: 'unpriced', count: 1 }],
  altered: [],
  evidence: [
    { column: 'Цена', field: 'retail', because: 'по названию' },
    { column: 'Опт', field: 'opt', because: 'по названию' },
  ],
  findings: [
    {
      key: 'rows:unpriced',
      text: 'Без цены 1 запись из 3',
      examples: [],
      remedy: 'проверить цену',
      holds: true,
    },
  ],
}

describe('accountLines', () => {
  it('names fields as the screens do', () => {
    expect(accountLines(ACCOUNT, true)).toEqual([
      '! Без цены 1 запись из 3 → проверить цену',
      'Записей 3: шин 2, без цены 1',
      'Цены: «Цена» — розничная цена (по названию); «Опт» — оптовая цена (по названию)',
      'Не читаются колонки: Закуп',
      'Читаются колонки: Код → Артикул производителя, Цена → Розничная цена',
    ])
  })
})

describe('countLines', () => {
  it('leaves the findings out', () => {
    expect(countLines(ACCOUNT)).toEqual(accountLines(ACCOUNT).slice(1))
  })
})
