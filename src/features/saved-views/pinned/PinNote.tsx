import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { fetchPinned, type PinProgress } from './pin-progress.ts'

interface PinNoteProps {
  id: string
  progress: PinProgress
}

/** Status of a pinned view, with the person's actions on it. */
export function PinNote({ id, progress }: PinNoteProps): ReactNode {
  const again = (words: string) => (
    <Button variant="quiet" onClick={() => fetchPinned(id)}>
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
