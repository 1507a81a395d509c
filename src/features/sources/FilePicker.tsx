import { useId } from 'react'
import { formatSize } from '../../../contract/lib/format-size.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../cabinet/FileButton.tsx'
import { DropTarget } from './DropTarget.tsx'
import { oneFile } from './one-file.ts'
import type { UploadState } from './useUpload.ts'

interface FilePickerProps {
  upload: UploadState
  /** label of the button */
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
