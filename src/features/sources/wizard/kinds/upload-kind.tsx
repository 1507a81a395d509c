import { FilePicker } from '../../FilePicker.tsx'
import { USUAL_TIMES } from '../draft.ts'
import { type FirstStepProps, type KindModule, OF_FILES } from './kind-module.ts'

function UploadStep({ busy, upload, children }: FirstStepProps) {
  return (
    <>
      {busy ? (
        <p role="status" className="panel-words">
          Разбираем файл: ищем колонки, цены и размеры...
        </p>
      ) : (
        <FilePicker upload={upload} />
      )}
      {children}
    </>
  )
}

/** Price lists that people upload, or suppliers and 1C deliver. */
export const UPLOAD_KIND: KindModule = {
  ...OF_FILES,
  choice: ['Файл', 'Загружаю сам или присылает поставщик'],
  times: USUAL_TIMES,
  First: UploadStep,
  origin: () => 'файл, который загружают или присылают',
}
