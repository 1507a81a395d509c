import { useEffect, useState } from 'react'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { oneFile } from './one-file.ts'

interface DropTargetProps {
  /** called with the dropped file, or with the reason why it is not accepted */
  onDrop(given: File | string): void
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Accepts a file dropped anywhere on the page. While a file is dragged over the page, it displays a hint. */
export function DropTarget({ onDrop }: DropTargetProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Prevents the browser from leaving the page and opening the file.
      event.preventDefault()
      // Nothing can be dropped while a dialog is open.
      if (document.querySelector('dialog[open]') === null) setOver(true)
    }
    const onLeave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) onDrop(oneFile(event.dataTransfer))
    }
    document.addEventListener('dragover', onOver)
    document.addEventListener('dragleave', onLeave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', onOver)
      document.removeEventListener('dragleave', onLeave)
      document.removeEventListener('drop', drop)
    }
  }, [onDrop])
  if (!over) return null
  return (
    <div className="drop-over" role="status">
      <span className="drop-over-words">
        <CabinetIcon name="file-up" />
        Отпустите файл, чтобы загрузить прайс-лист
      </span>
    </div>
  )
}
