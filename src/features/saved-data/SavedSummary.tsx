import { useId } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { resultSetKey } from '../../../contract/worker/request-key.ts'
import { SAVED_PAGES_BYTES, type SavedState } from '../../../contract/worker/saved.ts'
import { countText } from '../../ui/plural.ts'
import { KeepingPromise } from './KeepingPromise.tsx'
import { useStorageUse } from './useStorageUse.ts'

/** Summary of the saved data, the browser's storage space, and the actions queued for sending. */
export function SavedSummary({ state }: { state: SavedState }) {
  const id = useId()
  const use = useStorageUse(state)
  const pages = state.entries.filter(({ kind }) => kind === 'page')
  const bytes = pages.reduce((sum, { size }) => sum + size, 0)
  const tables = new Set(pages.map(({ request }) => resultSetKey(request))).size
  return (
    <dl className="saved-summary m-0 rounded-lg bg-raised border">
      <div>
        <dt id={id}>Таблицы отчётов</dt>
        <dd>
          {countText(tables, ['таблица', 'таблицы', 'таблиц'])} · {formatSize(bytes)} из{' '}
          {formatSize(SAVED_PAGES_BYTES)}
          <meter
            className="saved-meter"
            aria-labelledby={id}
            min={0}
            max={1}
            value={Math.min(1, bytes / SAVED_PAGES_BYTES)}
          />
          <small>Когда места нет, уходят давно не открывавшиеся таблицы. Закреплённые остаются.</small>
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
            : `${countText(state.queued, ['действие', 'действия', 'действий'])} с уведомлениями. Уйдёт на сервер, когда появится сеть.`}
        </dd>
      </div>
    </dl>
  )
}
