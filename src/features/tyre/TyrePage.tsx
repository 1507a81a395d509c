import { useId, useLayoutEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { ROUTES } from '../../../contract/routes.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { keyOfPath, readCardQuery } from './card-address.ts'
import { TyreCard, type TyreCardProps } from './TyreCard.tsx'
import { useEscape } from './useEscape.ts'

/** Card of a tyre as a page of its own, for a link that is opened without a table (specification 15.1). */
export function TyrePage({ decide }: Pick<TyreCardProps, 'decide'>) {
  const { pathname, search, key: entry } = useLocation()
  const navigate = useNavigate()
  const id = useId()
  const tyre = keyOfPath(pathname)
  // Focuses the heading, because the element that opened the card was removed or is the search button. On the tab's
  // first page the focus stays at the top of the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once for each tyre, not for each day of it
  useLayoutEffect(() => {
    if (entry !== 'default') document.getElementById(id)?.focus()
  }, [tyre])
  const query = useMemo(() => readCardQuery(search), [search])
  // The tab's first history entry has no page of the app before it.
  const goBack = () => (isFirstEntry() ? navigate(ROUTES.home) : navigate(-1))
  useEscape(goBack)
  return (
    <div className="tyre-page">
      <TyreCard
        tyre={tyre}
        query={query}
        settled
        id={id}
        decide={decide}
        onQuery={(wanted) => navigate(cardPath(tyre, wanted), { replace: true })}
        controls={
          <Button variant="quiet" onClick={goBack}>
            <Icon name="back" />
            Назад
          </Button>
        }
      />
    </div>
  )
}

/** Returns whether this is the tab's first history entry, by the index that the router stores in each entry. */
const isFirstEntry = (): boolean => !(window.history.state as { idx?: number } | null)?.idx
