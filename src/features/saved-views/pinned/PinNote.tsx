import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { type PinProgress, requestedPin } from './pins.ts'

interface PinNoteProps {
  id: string
  progress: PinProgress
}

/** Status of a pinned view; while it waits or after a failure, with a button to fetch its pages. */
export function PinNote({ id, progress }: PinNoteProps): ReactNode {
  const again = (words: string) => (
    <Button variant="quiet" onClick={() => requestedPin.set({ id })}>
      {words}
    </Button>
  )
  switch (progress.kind) {
    case 'saving':
      return 'Сохраняется для работы без сети…'
    case 'waiting':
      return <>ждёт Wi-Fi {again('Загрузить сейчас')}</>
    case 'failed':
      return (
        <>
          {progress.words} {again('Повторить')}
        </>
      )
  }
}
