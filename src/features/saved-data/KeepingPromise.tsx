import { useEffect, useState } from 'react'
import { isPromised, requestPersistence } from '../../pwa/storage-promise.ts'
import { Button } from '../../ui/Button.tsx'

/** States whether the browser has granted persistent storage; if not, a button requests it. */
export function KeepingPromise() {
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
