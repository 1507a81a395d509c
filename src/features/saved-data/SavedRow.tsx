import { Link } from 'react-router-dom'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import type { SavedItem } from './saved-groups.ts'

interface SavedRowProps {
  item: SavedItem
  /** whether the item is a report's table, which has filters and can be pinned */
  pages: boolean
  onPin(items: readonly SavedItem[], pinned: boolean): void
  onRemove(items: readonly SavedItem[]): void
  /** asks for confirmation, then removes the items */
  onAskToRemove(what: string, items: readonly SavedItem[]): void
}

export function SavedRow({ item, pages, onPin, onRemove, onAskToRemove }: SavedRowProps) {
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
            onClick={() => onPin([item], !pinned)}
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
            onRemove([item])
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
