import { QUICK_FILTER_LABELS, QUICK_FILTERS } from '../../../contract/reports/quick-filters.ts'
import { arranges, type ListOrder } from '../../data/list-order.ts'

/** Returns texts for the sort and quick filters of saved pages: 'Отсортировано', 'Мы дороже медианы'. */
export function listOrderText(arranged: ListOrder): string[] {
  const only = QUICK_FILTERS.filter((name) =>
    arranged.some(([key, value]) => key === 'only' && value === name),
  )
  const sorted = arranges(arranged, 'sort') ? ['Отсортировано'] : []
  return [...sorted, ...only.map((name) => QUICK_FILTER_LABELS[name])]
}
