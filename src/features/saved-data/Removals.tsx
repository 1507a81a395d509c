import { type ReactNode, useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { countText } from '../../ui/plural.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { entriesOf, type SavedGroup, type SavedItem, savedSize } from './saved-groups.ts'

interface Asked {
  what: string
  items: readonly SavedItem[]
}

interface RemovalsProps {
  groups: readonly SavedGroup[]
  onRemove(items: readonly SavedItem[]): void
  /** @param askToRemove asks for confirmation, then removes these items */
  children(askToRemove: (what: string, items: readonly SavedItem[]) => void): ReactNode
}

/** Confirmation dialog for the removal of several items. */
export function Removals({ groups, onRemove, children }: RemovalsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const all = groups.flatMap(({ items }) => items)
  const agree = ({ items }: Asked) => {
    setAsked(null)
    onRemove(items)
    // Focuses the heading, because the pressed button disappears with the removed items.
    requestAnimationFrame(() => document.getElementById('saved-heading')?.focus())
  }
  return (
    <>
      {children((what, items) => setAsked({ what, items }))}
      <div className="justify-self-start">
        <Button onClick={() => setAsked({ what: 'всё сохранённое', items: all })}>
          <CabinetIcon name="trash" />
          Удалить всё
        </Button>
      </div>
      {asked && (
        <Dialog
          title={`Удалить ${asked.what}?`}
          onClose={() => setAsked(null)}
          actions={
            <>
              <Button onClick={() => setAsked(null)}>Отмена</Button>
              <Button variant="primary" onClick={() => agree(asked)}>
                Удалить
              </Button>
            </>
          }
        >
          <p>
            {countText(entriesOf(asked.items).length, ['запись', 'записи', 'записей'])},{' '}
            {formatSize(savedSize(asked.items))}. Без сети они больше не откроются, с сетью загрузятся снова.
          </p>
        </Dialog>
      )}
    </>
  )
}
