import type { OutletSettings } from '../../contract/outlets/outlet.ts'

/** Settings of an ordinary outlet, with changes. */
export const outletSettings = (over: Partial<OutletSettings> = {}): OutletSettings => ({
  name: 'Сайт',
  format: 'csv',
  ids: 'article',
  kind: 'retail',
  city: '',
  rounding: 'kopecks',
  scope: 'all',
  columns: [
    { id: 'id', name: 'Артикул' },
    ...(over.format === 'yml' ? [{ id: 'name' as const, name: 'Название' }] : []),
    { id: 'city', name: 'Город' },
    { id: 'price', name: 'Цена' },
  ],
  encoding: 'utf-8',
  separator: ';',
  catalog: '',
  price_type: '',
  ...over,
})
