import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { SetURLSearchParams } from 'react-router-dom'
import type { Report, ReportId } from '../../../../contract/reports/reports.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { DEFAULT_ORDER, type ListOrder } from '../../../data/list-order.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useIsPhone } from '../../../ui/compact.ts'
import { isDefaultOrder, offeredOrder } from '../../report-choice/list-order-by.ts'
import type { ReportChoice } from '../../report-choice/report-address.ts'
import { defaultLayout, type Layout, readView, type View, withView } from '../../report-choice/view.ts'

/** Returns the layout and view from the URL; without a layout in it, the device's last one (specification 17.1). */
export function useLayout(id: ReportId, query: URLSearchParams, setQuery: SetURLSearchParams) {
  // Chosen view until the URL contains it: the URL changes in a transition, but the choice is displayed at once.
  const [ahead, setAhead] = useState<{ of: URLSearchParams; view: View; fromPageOne: boolean } | null>(null)
  const addressed = useMemo(() => readView(query), [query])
  const pending = ahead?.of === query ? ahead : null
  const view = pending?.view ?? addressed
  const [kept, setKept] = useState(() => preferences.layout(id).get())
  const phone = useIsPhone()
  // Replaces the history entry, unless the change leaves a later page, to which 'back' returns.
  const changeView = (change: Partial<View>, fromPageOne = false) => {
    // Includes the previous choice, which the URL may not contain yet.
    const next = {
      of: query,
      view: { ...view, ...change },
      fromPageOne: fromPageOne || (pending?.fromPageOne ?? false),
    }
    setAhead(next)
    setQuery((before) => withView(next.fromPageOne ? withoutPage(before) : before, next.view), {
      replace: !(next.fromPageOne && query.has('page')),
    })
  }
  return {
    layout: view.layout ?? kept ?? defaultLayout(phone),
    phone,
    /** whether a person has chosen the layout or a link names it */
    isChosen: (view.layout ?? kept) !== null,
    view,
    /** view in the URL, by which the server has sorted and filtered the rows */
    addressed,
    changeView,
    choose(layout: Layout, fromPageOne = false) {
      preferences.layout(id).set(layout)
      setKept(layout)
      // Column settings in the URL belong to one layout.
      changeView({ layout, columns: [] }, fromPageOne)
    },
  }
}

function withoutPage(query: URLSearchParams): URLSearchParams {
  const first = new URLSearchParams(query)
  first.delete('page')
  return first
}

/** Returns the sort and quick filters of a companion server (specification 10.26). @param choice null before one */
export function useListOrder(report: Report, choice: ReportChoice | null) {
  const { data, isPending } = useQuery({ ...companionQuery, enabled: choice !== null })
  return {
    offered: data?.offers.includes('order') === true,
    /** @param applied null before a choice is applied */
    arrange: useCallback(
      (applied: ReportChoice | null, layout: Layout, view: View): ListOrder =>
        data && applied ? offeredOrder(data, report, applied, layout, view) : DEFAULT_ORDER,
      [data, report],
    ),
    /** Returns false while the server's offers are still loading and the view needs its sort, groups or quick filters. */
    isKnown: (layout: Layout, view: View): boolean => isDefaultOrder(layout, view) || !isPending,
  }
}
