import { COMPETITORS_LABEL } from '../../../contract/reports/competitors.ts'
import { QUICK_FILTER_LABELS, QUICK_FILTERS } from '../../../contract/reports/quick-filters.ts'
import { ROW_GROUP_LABELS, ROW_GROUPS } from '../../../contract/reports/row-groups.ts'
import { arranges, isByGroup, type ListOrder } from '../../data/list-order.ts'

/** Returns texts for the sort, the quick filters and the folded groups of saved pages: 'Отсортировано'. */
export function listOrderText(arranged: ListOrder): string[] {
  const has = (name: string, value: string) => arranged.some(([key, one]) => key === name && one === value)
  const isSorted = arranges(arranged, 'sort') && !isByGroup(arranged)
  return [
    ...(isSorted ? ['Отсортировано'] : []),
    ...QUICK_FILTERS.filter((name) => has('only', name)).map((name) => QUICK_FILTER_LABELS[name]),
    ...(has('competitors', 'inStock') ? [`«${COMPETITORS_LABEL}»`] : []),
    ...ROW_GROUPS.filter((group) => has('fold', group)).map((group) => `без «${ROW_GROUP_LABELS[group]}»`),
  ]
}
