// biome-ignore-all lint/a11y/useSemanticElements: a virtualised grid is positioned, which table elements are not.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid holds the focus; the button in the line is focusable.
import { memo, type ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { RowGroupHead } from './row-lines.ts'

const number = new Intl.NumberFormat('ru-RU')

interface GroupLineProps {
  head: RowGroupHead
  /** vertical position among the lines, in px */
  top: number
  columns: number
  onFold?: ((head: RowGroupHead) => void) | undefined
}

export const GroupLine = memo(function GroupLine({ head, top, columns, onFold }: GroupLineProps) {
  return (
    <div role="row" className="grid-group" style={{ top }}>
      <div role="rowheader" aria-colspan={columns} className="grid-group-head">
        <GroupButton head={head} onFold={onFold} />
      </div>
    </div>
  )
})

/** Button with the name and the size of a group, which folds it. */
export function GroupButton({ head, onFold }: Pick<GroupLineProps, 'head' | 'onFold'>): ReactNode {
  const { label, count, isFolded } = head
  return (
    <button type="button" className="group-head" aria-expanded={!isFolded} onClick={() => onFold?.(head)}>
      <Icon name="chevron" />
      {label} <span className="font-normal text-muted tabular-nums">{number.format(count)}</span>
    </button>
  )
}
