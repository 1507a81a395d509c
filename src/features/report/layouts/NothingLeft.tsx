import { createPortal } from 'react-dom'
import { CompetitorsChip } from './CompetitorsChip.tsx'
import type { LayoutProps } from './layout-props.ts'
import { QuickFilterChips } from './QuickFilterChips.tsx'
import { QuickFilterNote } from './QuickFilterNote.tsx'

type NothingLeftProps = Pick<
  LayoutProps,
  'report' | 'data' | 'stale' | 'offered' | 'arranged' | 'view' | 'onView' | 'tools'
>

/**
 * Displayed instead of the rows if the server finds no row that passes the quick filters. Shows what narrows the rows, and
 * a button that removes the quick filters.
 */
export function NothingLeft(props: NothingLeftProps) {
  const { tools, onView } = props
  const { city } = props.view
  return (
    <>
      {tools &&
        createPortal(
          <>
            {city !== null && (
              <button type="button" className="chip" aria-pressed onClick={() => onView({ city: null })}>
                {city}
              </button>
            )}
            <QuickFilterChips {...props} onChange={(only) => onView({ only })} />
            <CompetitorsChip {...props} />
          </>,
          tools,
        )}
      <QuickFilterNote layout={props} shown={0} />
    </>
  )
}
