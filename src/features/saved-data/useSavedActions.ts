import { useState } from 'react'
import { requestFromWorker } from '../../pwa/worker-channel.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { entriesOf, type SavedItem } from './saved-groups.ts'

export interface SavedActions {
  /** message about the result of the last action; '' if it failed */
  done: string
  /** reason why the last action failed, as text; null if it succeeded */
  failure: string | null
  dismiss(): void
  pin(items: readonly SavedItem[], pinned: boolean): void
  remove(items: readonly SavedItem[]): void
}

const ROWS: NounForms = ['запись', 'записи', 'записей']

/** Returns actions on saved data. The worker performs them and then notifies all tabs, including this one. */
export function useSavedActions(): SavedActions {
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const act = async (asking: Promise<null | undefined>, words: string, failed: string) => {
    const succeeded = (await asking) !== undefined
    setDone(succeeded ? words : '')
    setFailure(succeeded ? null : failed)
  }
  return {
    done,
    failure,
    dismiss: () => setFailure(null),
    pin: (items, pinned) =>
      void act(
        requestFromWorker('pin', { requests: requestsOf(items), pinned }),
        `${pinned ? 'Закреплено' : 'Откреплено'}: ${named(items)}`,
        'Не удалось изменить закрепление.',
      ),
    remove: (items) =>
      void act(
        requestFromWorker('remove', { requests: requestsOf(items) }),
        `Удалено: ${named(items)}`,
        'Не удалось удалить сохранённые данные.',
      ),
  }
}

const requestsOf = (items: readonly SavedItem[]): string[] => entriesOf(items).map(({ request }) => request)

function named(items: readonly SavedItem[]): string {
  const [first] = items
  return items.length === 1 && first ? first.name : countText(items.length, ROWS)
}
