import { useEffect, useState } from 'react'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { oneFile } from './one-file.ts'

interface DropTargetProps {
  /** called with one valid file, or the reason why the dropped object is not one */
  onDrop(given: File | string): void
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Accepts a file dropped anywhere on the page, and shows that while one is dragged over it. */
export function DropTarget({ onDrop }: DropTargetProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Without this, the browser would open the file instead of the page.
      event.preventDefault()
      // Under a modal dialog the page accepts nothing.
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
