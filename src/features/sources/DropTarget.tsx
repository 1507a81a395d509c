import { useEffect, useState } from 'react'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { oneFile } from './one-file.ts'

interface DropTargetProps {
  /** given one good file, or why what was dropped is not one */
  onDrop(given: File | string): void
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Takes a file that is dropped anywhere on the page. While one is dragged over it, the page says so. */
export function DropTarget({ onDrop }: DropTargetProps) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      // Under a modal dialog the page takes nothing.
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
