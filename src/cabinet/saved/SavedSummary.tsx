import { useId } from 'react'
import { SAVED_PAGES_LIMIT, type SavedState } from '../../../contract/worker/saved.ts'
import { formatSize } from '../../ui/format-size.ts'
import { counted } from '../../ui/plural.ts'
import { KeepingPromise } from './KeepingPromise.tsx'
import { useStorageUse } from './useStorageUse.ts'

/** How much is kept, how much there is room for, and what waits for the network. */
export function SavedSummary({ state }: { state: SavedState }) {
  const id = useId()
  const use = useStorageUse(state)
  const pages = state.entries.filter(({ kind }) => kind === 'page')
  const bytes = pages.reduce((sum, { size }) => sum + size, 0)
  const { count, bytes: maxBytes } = SAVED_PAGES_LIMIT
  // Whichever bound is nearer.
  const filled = Math.max(pages.length / count, bytes / maxBytes)
  return (
    <dl className="saved-summary">
      <div>
        <dt id={id}>Таблицы отчётов</dt>
        <dd>
          {pages.length} из {count} страниц · {formatSize(bytes)} из {formatSize(maxBytes)}
          <meter className="saved-meter" aria-labelledby={id} min={0} max={1} value={Math.min(1, filled)} />
          <small>Когда места нет, уходят давно не открывавшиеся страницы. Закреплённые остаются.</small>
        </dd>
      </div>
      <div>
        <dt>Место в браузере</dt>
        <dd>
          {use
            ? `Занято ${formatSize(use.used)}, свободно ${formatSize(use.free)}`
            : 'Браузер этого не сообщает.'}
        </dd>
      </div>
      <div>
        <dt>Сохранность</dt>
        <dd>
          <KeepingPromise />
        </dd>
      </div>
      <div>
        <dt>Ждут отправки</dt>
        <dd>
          {state.queued === 0
            ? 'Всё отправлено.'
            : `${counted(state.queued, ['действие', 'действия', 'действий'])} с уведомлениями. Уйдёт на сервер, когда появится сеть.`}
        </dd>
      </div>
    </dl>
  )
}
