import { createPortal } from 'react-dom'
import type { LayoutProps } from './layout-props.ts'
import { QuickFilterChips } from './QuickFilterChips.tsx'
import { QuickFilterNote } from './QuickFilterNote.tsx'

type NothingLeftProps = Pick<
  LayoutProps,
  'report' | 'data' | 'stale' | 'offered' | 'arranged' | 'view' | 'onView' | 'tools'
>

/**
 * Replaces the rows when quick filters leave none of the whole selection: shows the filters and how to remove them.
 */
export function NothingLeft(props: NothingLeftProps) {
  const { tools, onView } = props
  return (
    <>
      {tools && createPortal(<QuickFilterChips {...props} onChange={(only) => onView({ only })} />, tools)}
      <QuickFilterNote layout={props} shown={0} />
    </>
  )
}
