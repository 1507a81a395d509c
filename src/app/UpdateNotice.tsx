import { useEffect, useState } from 'react'
import { createStore, useStore } from '../lib/store.ts'
import { pendingUpdate } from '../pwa/registration.ts'
import { reloadOnTakeover } from '../pwa/reload-once.ts'
import { hasUnsentInput } from '../pwa/unsent-input.ts'
import { Button } from '../ui/Button.tsx'

/** Number of pages opened so far. Opening another page means that the user has left the former page's input. */
const pagesShown = createStore(0)

/** Counts a page; called once it is rendered. */
export const notePageShown = (): void => pagesShown.set(pagesShown.get() + 1)

const reload = () => window.location.reload()

/** Offers a new version (specification 8.13). If the user consents, it is applied in all tabs without losing input. */
export function UpdateNotice() {
  const applyUpdate = useStore(pendingUpdate)
  const [postponed, setPostponed] = useState(false)
  const [dismissed, setDismissed] = useState(false)
  const [agreed, setAgreed] = useState(false)

  useEffect(
    () =>
      reloadOnTakeover(
        () => !hasUnsentInput(),
        () => setPostponed(true),
      ),
    [],
  )

  // A postponed reload happens when the user opens another page of the app and thereby leaves the unsent input.
  useEffect(
    () =>
      pagesShown.subscribe(() => {
        if (postponed && !hasUnsentInput()) reload()
      }),
    [postponed],
  )

  const agree = () => {
    setAgreed(true)
    applyUpdate?.()
  }

  if (postponed) {
    return (
      <div className="notice" role="status">
        <span>Новая версия установлена. Отправьте введённое, затем обновите страницу.</span>
        <Button variant="primary" onClick={reload}>
          Обновить страницу
        </Button>
      </div>
    )
  }
  if (!applyUpdate || dismissed) return null
  return (
    <div className="notice" role="status">
      <span>Доступна новая версия приложения.</span>
      <Button variant="primary" blocked={agreed} onClick={agree}>
        {agreed ? 'Обновляется…' : 'Обновить'}
      </Button>
      {!agreed && (
        <Button variant="quiet" onClick={() => setDismissed(true)}>
          Позже
        </Button>
      )}
    </div>
  )
}
