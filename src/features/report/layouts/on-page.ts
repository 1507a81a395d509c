import type { QuickFilter } from '../../../../contract/reports/quick-filters.ts'
import { arranges } from '../../../data/list-order.ts'
import type { Order } from '../../report-choice/view.ts'
import type { LayoutProps } from './layout-props.ts'
import { isKnownOf } from './quick-filters.ts'

/** Sort and quick filters to apply to the page's rows on the device, because the server has not applied them. */
export interface OnPage {
  order: Order | null
  only: readonly QuickFilter[]
}

export const onPage = ({
  report,
  view,
  arranged,
}: Pick<LayoutProps, 'report' | 'arranged'> & { view: OnPage }): OnPage => ({
  order: arranges(arranged, 'sort') ? null : view.order,
  only: arranges(arranged, 'only') ? [] : view.only.filter((name) => isKnownOf(report, name)),
})
