import { COMPETITORS_LABEL } from '../../../../contract/reports/competitors.ts'
import type { LayoutProps } from './layout-props.ts'

/** Toggle button that leaves competitors' sold-out prices out of all figures (specification 17.11). */
export const CompetitorsChip = ({ view: { competitors }, onView }: Pick<LayoutProps, 'view' | 'onView'>) => (
  <button
    type="button"
    className="chip"
    data-filter
    aria-pressed={competitors !== null}
    title="Место, отклонение, медиана и группы — без цен конкурентов, у которых шины нет"
    onClick={() => onView({ competitors: competitors ? null : 'inStock' })}
  >
    {COMPETITORS_LABEL}
  </button>
)
