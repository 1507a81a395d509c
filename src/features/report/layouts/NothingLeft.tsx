import { createPortal } from 'react-dom'
import type { LayoutProps } from './layout-props.ts'
import { QuickFilterChips } from './QuickFilterChips.tsx'
import { QuickFilterNote } from './QuickFilterNote.tsx'

type NothingLeftProps = Pick<
  LayoutProps,
  'report' | 'data' | 'stale' | 'offered' | 'arranged' | 'view' | 'onView' | 'tools'
>

/** In place of the rows, where quick filters leave none of the whole selection: what is set, and the way back. */
export default function NothingLeft(props: NothingLeftProps) {
  const { tools, onView } = props
  return (
    <>
      {tools && createPortal(<QuickFilterChips {...props} onChange={(only) => onView({ only })} />, tools)}
      <QuickFilterNote layout={props} shown={0} />
    </>
  )
}
