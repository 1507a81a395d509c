import { useEffect, useId, useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { resultSetKey } from '../../../contract/worker/request-key.ts'
import { SAVED_PAGES_BYTES, type SavedState } from '../../../contract/worker/saved.ts'
import { isPromised, requestPersistence } from '../../pwa/install.ts'
import { Button } from '../../ui/Button.tsx'
import { countText } from '../../ui/plural.ts'

/** Summary of the saved data, the browser's storage space, and the actions queued for sending. */
export function SavedSummary({ state }: { state: SavedState }) {
  const id = useId()
  const use = useStorageUse(state)
  const pages = state.entries.filter(({ kind }) => kind === 'page')
  const bytes = pages.reduce((sum, { size }) => sum + size, 0)
  const tables = new Set(pages.map(({ request }) => resultSetKey(request))).size
  return (
    <dl className="saved-summary rounded-lg bg-raised border">
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

/** States whether the browser has granted persistent storage; if not, a button requests it. */
function KeepingPromise() {
  const [promised, setPromised] = useState<boolean | null>()
  const [asked, setAsked] = useState(false)
  useEffect(() => {
    void isPromised().then(setPromised)
  }, [])
  const ask = async () => {
    setPromised(await requestPersistence())
    setAsked(true)
  }
  if (promised === undefined) return '…'
  if (promised === null) return 'Браузер не сообщает, бережёт ли он эти данные.'
  if (promised) return <span role="status">Браузер обещал не удалять эти данные сам.</span>
  return (
    <>
      <span role="status">
        {asked
          ? 'Браузер пока не согласился: обычно он соглашается, когда приложение установлено.'
          : 'Браузер может удалить эти данные, если на устройстве кончится место.'}
      </span>
      <Button variant="quiet" className="saved-ask" onClick={() => void ask()}>
        Попросить хранить
      </Button>
    </>
  )
}

interface StorageUse {
  used: number
  free: number
}

/** Returns the used and free bytes of the browser's storage; null if unknown. Each `state` queries it again. */
function useStorageUse(state: SavedState): StorageUse | null {
  const [use, setUse] = useState<StorageUse | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of state triggers a new query
  useEffect(() => {
    let current = true
    void readUse().then((read) => {
      if (current) setUse(read)
    })
    return () => {
      current = false
    }
  }, [state])
  return use
}

async function readUse(): Promise<StorageUse | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    return usage === undefined || quota === undefined
      ? null
      : { used: usage, free: Math.max(0, quota - usage) }
  } catch {
    return null
  }
}
