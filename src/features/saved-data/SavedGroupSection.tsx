import { useId, useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { Button } from '../../ui/Button.tsx'
import { countText } from '../../ui/plural.ts'
import { SavedRow } from './SavedRow.tsx'
import { entriesOf, type SavedGroup, type SavedItem, savedSize } from './saved-groups.ts'

interface SavedGroupSectionProps {
  group: SavedGroup
  onPin(items: readonly SavedItem[], pinned: boolean): void
  onRemove(items: readonly SavedItem[]): void
  /** asks for confirmation, then removes the items */
  onAskToRemove(what: string, items: readonly SavedItem[]): void
}

/** Number of items displayed until the user expands the list. */
const SHOWN = 8

/**
 * Section with one report's saved tables, or with other saved data. On a phone, CSS displays the table's rows as cards.
 */
export function SavedGroupSection({ group, onPin, onRemove, onAskToRemove }: SavedGroupSectionProps) {
  const [all, setAll] = useState(false)
  const id = useId()
  const { title, items, pages } = group
  const pinned = items.every((item) => item.pinned)
  const shown = all ? items : items.slice(0, SHOWN)
  return (
    <section className="saved-group m-0 rounded-lg bg-raised border" aria-labelledby={id}>
      <header className="saved-group-head">
        <h2 id={id}>{title}</h2>
        <p>
          {pages && `${countText(entriesOf(items).length, ['страница', 'страницы', 'страниц'])} · `}
          {formatSize(savedSize(items))}
        </p>
        {pages && items.length > 1 && (
          <div className="saved-group-actions">
            <Button variant="quiet" onClick={() => onPin(items, !pinned)}>
              {pinned ? 'Открепить все' : 'Закрепить все'}
            </Button>
            <Button variant="quiet" onClick={() => onAskToRemove(`«${title}»`, items)}>
              Удалить все
            </Button>
          </div>
        )}
      </header>
      <table className="saved-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{pages ? 'Таблица' : 'Данные'}</th>
            <th scope="col">{pages && 'Фильтры'}</th>
            <th scope="col">Сохранено</th>
            <th scope="col" className="saved-size">
              Размер
            </th>
            <th scope="col">
              <span className="visually-hidden">Действия</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((item) => (
            <SavedRow
              key={item.key}
              item={item}
              pages={pages}
              onPin={onPin}
              onRemove={onRemove}
              onAskToRemove={onAskToRemove}
            />
          ))}
        </tbody>
      </table>
      {shown.length < items.length && (
        <Button variant="quiet" className="saved-more" onClick={() => setAll(true)}>
          Показать все {countText(items.length, ['таблицу', 'таблицы', 'таблиц'])}
        </Button>
      )}
    </section>
  )
}
