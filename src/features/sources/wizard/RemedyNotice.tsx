import type { AccountFinding } from '../../../../contract/sources/account.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { FilePicker } from '../FilePicker.tsx'
import { FindingList } from '../FindingList.tsx'
import type { UploadState } from '../useUpload.ts'

interface RemedyNoticeProps {
  finding: AccountFinding
  hasFile: boolean
  /** whether the person has changed the description since */
  isChanged: boolean
  /** whether the file is being opened */
  busy: boolean
  upload: UploadState
}

/** Finding with which the wizard was opened, above the columns that answer it. */
export function RemedyNotice({ finding, hasFile, isChanged, busy, upload }: RemedyNoticeProps) {
  return (
    <section className="grid gap-10" aria-label="Что исправить">
      <FindingList findings={[finding]} />
      <p className="panel-words" role="status">
        {isChanged && 'Описание изменено. Исправлено ли это, покажет шаг «Проверка».'}
      </p>
      {!hasFile && busy && <Loading text="Открываем прайс-лист этой загрузки..." />}
      {!hasFile && !busy && (
        <>
          <p className="panel-words">
            Файла этой загрузки здесь нет. Чтобы исправить описание по записям, выберите его или новый
            прайс-лист.
          </p>
          <FilePicker upload={upload} label="Выбрать файл" />
        </>
      )}
    </section>
  )
}
