import { useEffect, useId, useState } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { FileButton } from '../cabinet/FileButton.tsx'
import type { UploadState } from './useUpload.ts'

interface FilePickerProps {
  upload: UploadState
  label?: string
}

/** Button that chooses a file, with the progress of its upload. A file can also be dropped anywhere on the page. */
export function FilePicker({ upload, label = 'Выбрать файл' }: FilePickerProps) {
  const id = useId()
  const { sending, problem } = upload
  return (
    <div className="file-picker">
      <DropTarget onDrop={upload.take} />
      {sending ? (
        <div className="file-sending">
          <label htmlFor={id} className="file-name">
            {sending.name}, {formatSize(sending.size)}
          </label>
          <progress id={id} max={1} value={sending.part} />
          <span role="status">
            {sending.part < 1 ? `Отправлено ${Math.floor(sending.part * 100)} %` : 'Сервер принимает файл...'}
          </span>
          <Button onClick={upload.cancel}>Отменить</Button>
        </div>
      ) : (
        <div className="file-choose flex flex-wrap items-center gap-8-12">
          <FileButton variant="primary" onChoose={(_, files) => upload.take(oneFile({ files }))}>
            {label}
          </FileButton>
          <span className="field-hint">
            или перетащите его на страницу. CSV, Excel, XML, YML, JSON, также в архиве zip или gz, до 500 МБ.
          </span>
        </div>
      )}
      {problem !== null && <Alert onDismiss={upload.dismiss}>{problem}</Alert>}
    </div>
  )
}

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
    <div className="drop-over grid place-items-center" role="status">
      <span className="drop-over-words grid gap-12 font-semibold bg-raised">
        <CabinetIcon name="file-up" />
        Отпустите файл, чтобы загрузить прайс-лист
      </span>
    </div>
  )
}

/** Maximum size of a price list in bytes; the server has the same limit. */
const LARGEST = 500 * 1024 * 1024

/** MIME types of files that people choose by mistake. Browsers derive the type from the file name. */
const NO_LIST = /^(?:image|audio|video|font)\/|^application\/pdf$/

/** Names of such files, where the type is unknown. */
const NO_LIST_NAME = /\.(?:jpe?g|png|gif|heic|webp|pdf|docx?|mp[34]|mov)$/i

interface Given {
  files: ArrayLike<File>
  /** items of a drop event, which distinguish directories from files */
  items?: ArrayLike<{ webkitGetAsEntry?(): { isDirectory: boolean } | null }>
}

export function oneFile({ files, items = [] }: Given): File | string {
  if (Array.from(items).some((item) => item.webkitGetAsEntry?.()?.isDirectory)) {
    return 'Это папка. Перетащите один файл прайс-листа.'
  }
  if (files.length > 1) return 'Файлов несколько. За один раз загружается один прайс-лист.'
  const file = files[0]
  if (file === undefined) return 'Файла здесь нет. Перетащите файл прайс-листа с компьютера.'
  if (NO_LIST.test(file.type) || NO_LIST_NAME.test(file.name)) {
    return `Файл «${file.name}» — не прайс-лист. Нужен CSV, Excel, XML, YML или JSON.`
  }
  if (file.size === 0) return `Файл «${file.name}» пуст.`
  if (file.size > LARGEST) {
    return `Файл «${file.name}» слишком велик: ${formatSize(file.size)}. Наибольший размер — ${formatSize(LARGEST)}.`
  }
  return file
}
