import { useNavigate } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { viewAddress } from '../../../contract/views/saved-view.ts'
import { viewDay } from '../../../contract/views/view-day.ts'
import { useLatestDay } from '../../features/report-choice/latest-day.ts'
import { useViews } from '../../features/saved-views/useViews.ts'
import type { PaletteItem } from '../../features/search/palette.ts'

/** Returns palette items for the saved views (specification 18.3). Each opens the view with the prices of its day. */
export function useViewItems(): readonly PaletteItem[] {
  const navigate = useNavigate()
  const { views } = useViews()
  const { whenKnown } = useLatestDay(false)
  return views.map((view) => ({
    key: `view ${view.id}`,
    group: 'Мои отчёты',
    label: view.name,
    keys: '',
    words: '',
    run: () =>
      void whenKnown().then((latest) =>
        navigate(viewAddress(view, viewDay(view, { today: isoToday(), latest }))),
      ),
  }))
}
