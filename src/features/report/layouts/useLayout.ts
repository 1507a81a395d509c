import { useMemo, useState } from 'react'
import type { SetURLSearchParams } from 'react-router-dom'
import type { ReportId } from '../../../../contract/reports/reports.ts'
import { preferences } from '../../../lib/preferences.ts'
import { useIsPhone } from '../../../ui/compact.ts'
import { type Layout, readView, usualLayout, type View, withView } from '../../report-choice/view.ts'

/** Layout and view of the report, as the address or else this device says (specification 17.1). */
export function useLayout(id: ReportId, query: URLSearchParams, setQuery: SetURLSearchParams) {
  // The address follows in a transition; the choice shows at once.
  const [ahead, setAhead] = useState<{ of: URLSearchParams; view: View; fromPageOne: boolean } | null>(null)
  const addressed = useMemo(() => readView(query), [query])
  const pending = ahead?.of === query ? ahead : null
  const view = pending?.view ?? addressed
  const [kept, setKept] = useState(() => preferences.layout(id).get())
  const phone = useIsPhone()
  // Replaces the history entry: the former view is not a step back.
  const changeView = (change: Partial<View>, fromPageOne = false) => {
    // Includes the previous choice, which the address may not contain yet.
    const next = {
      of: query,
      view: { ...view, ...change },
      fromPageOne: fromPageOne || (pending?.fromPageOne ?? false),
    }
    setAhead(next)
    setQuery((before) => withView(next.fromPageOne ? withoutPage(before) : before, next.view), {
      replace: true,
    })
  }
  return {
    layout: view.layout ?? kept ?? usualLayout(phone),
    phone,
    /** a person has chosen it, or a link names it */
    isChosen: (view.layout ?? kept) !== null,
    view,
    /** view of the address, to which the server's rows belong */
    addressed,
    changeView,
    choose(layout: Layout, fromPageOne = false) {
      preferences.layout(id).set(layout)
      setKept(layout)
      // Each layout has its own columns.
      changeView({ layout, columns: [] }, fromPageOne)
    },
  }
}

function withoutPage(query: URLSearchParams): URLSearchParams {
  const first = new URLSearchParams(query)
  first.delete('page')
  return first
}
