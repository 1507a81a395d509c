import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { Button } from '../../ui/Button.tsx'
import { formatMoment } from '../../ui/format-moment.ts'
import { countText } from '../../ui/plural.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { entriesOf, type SavedGroup, type SavedItem, savedSize } from './saved-groups.ts'

export interface ItemActions {
  pin(items: readonly SavedItem[], pinned: boolean): void
  remove(items: readonly SavedItem[]): void
}

interface SavedGroupSectionProps {
  group: SavedGroup
  actions: ItemActions
  onAskToRemove(what: string, items: readonly SavedItem[]): void
}

/** Number of items displayed until the user expands the list. */
const SHOWN = 8

/** Section with one report's saved tables, or other saved data. On a phone, CSS displays rows as cards. */
export function SavedGroupSection({ group, ...rest }: SavedGroupSectionProps) {
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
            <Button variant="quiet" onClick={() => rest.actions.pin(items, !pinned)}>
              {pinned ? 'Открепить все' : 'Закрепить все'}
            </Button>
            <Button variant="quiet" onClick={() => rest.onAskToRemove(`«${title}»`, items)}>
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
            <SavedRow key={item.key} item={item} pages={pages} {...rest} />
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

interface SavedRowProps extends Omit<SavedGroupSectionProps, 'group'> {
  item: SavedItem
  /** whether the item is a report's table, which has filters and can be pinned */
  pages: boolean
}

function SavedRow({ item, pages, actions, onAskToRemove }: SavedRowProps) {
  const { entries, name, filters, address, savedAt, size, pinned } = item
  return (
    <tr>
      <th scope="row">{address === null ? name : <Link to={address}>{name}</Link>}</th>
      <td className="saved-filters wrap-anywhere">{pages && (filters || 'Без фильтров')}</td>
      <td className="saved-time">
        <time dateTime={new Date(savedAt).toISOString()}>{formatMoment(savedAt)}</time>
      </td>
      <td className="saved-size">{formatSize(size)}</td>
      <td className="saved-actions">
        {pages && (
          <button
            type="button"
            className="icon-button saved-pin"
            aria-pressed={pinned}
            aria-label={`Закрепить: ${name}${filters && `, ${filters}`}`}
            title={pinned ? 'Закреплено: не вытесняется другими' : 'Закрепить: не вытеснять другими'}
            onClick={() => actions.pin([item], !pinned)}
          >
            <CabinetIcon name="pin" />
          </button>
        )}
        <button
          type="button"
          className="icon-button saved-delete"
          aria-label={`Удалить: ${name}${filters && `, ${filters}`}`}
          title="Удалить с устройства"
          onClick={({ currentTarget }) => {
            // Asks first, because the pages of a complete report cannot be fetched again offline.
            if (entries.length > 1) return onAskToRemove(`«${name}»`, [item])
            focusBeside(currentTarget)
            actions.remove([item])
          }}
        >
          <CabinetIcon name="trash" />
        </button>
      </td>
    </tr>
  )
}

/** Moves the focus to a neighbouring row, or to the heading, before the focused row is removed. */
function focusBeside(button: HTMLElement): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('.saved-delete')]
  const index = buttons.indexOf(button)
  const beside = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('saved-heading')
  beside?.focus()
}
