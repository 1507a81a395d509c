import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSize } from '../../../../contract/lib/format-size.ts'
import type { FittingSources, StoredFile } from '../../../../contract/sources/guess.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { oneFile } from '../one-file.ts'
import { fittingSourcesQuery } from '../source-queries.ts'
import { useUpload } from '../useUpload.ts'
import type { WaitingFile } from './shared-files.ts'

type Fit = FittingSources['sources'][number]

interface SharedFileProps {
  waiting: WaitingFile
  /** called with the uploaded file and its source; null for a new source */
  onChoose(stored: StoredFile, source: string | null): void
  onRemove(): void
}

/** Share of known tyres, in percent, from which on a source counts as recognised. */
const SURE = 50

/** Shared file: its upload, the sources from which it can be, and what to do with it. */
export function SharedFile({ waiting: { file, arrival }, onChoose, onRemove }: SharedFileProps) {
  const [stored, setStored] = useState<StoredFile | null>(null)
  const checked = oneFile({ files: [file] })
  return (
    <li className="panel shared-file">
      <p>
        <strong className="file-name">{file.name}</strong>{' '}
        <span className="text-14 text-muted">{formatSize(file.size)}</span>
      </p>
      <p className="text-14 text-muted">{arrival}</p>
      {typeof checked === 'string' ? (
        <p className="panel-words">{checked}</p>
      ) : (
        stored === null && <Sending file={file} onSent={setStored} />
      )}
      {stored && <Origin file={stored} onChoose={(source) => onChoose(stored, source)} />}
      <div className="panel-actions">
        <Button variant="quiet" aria-label={`Убрать файл ${file.name}`} onClick={onRemove}>
          Убрать
        </Button>
      </div>
    </li>
  )
}

/** Upload of a file, which a person starts: any website could have posted it to the app. */
function Sending({ file, onSent }: { file: File; onSent(stored: StoredFile): void }) {
  const { offline } = useSession()
  const { sending, problem, take } = useUpload(onSent)
  if (sending) return <Loading text={`Отправлено ${Math.floor(sending.part * 100)} %`} />
  if (offline) {
    return (
      <p role="status" className="panel-words">
        Нет связи с сервером: файл ждёт на этом устройстве.
      </p>
    )
  }
  const words = problem === null ? 'Отправить и разобрать' : 'Отправить ещё раз'
  return (
    <>
      {problem !== null && <Alert>{problem}</Alert>}
      <div className="panel-actions">
        <Button variant="primary" aria-label={`${words}: ${file.name}`} onClick={() => take(file)}>
          {words}
        </Button>
      </div>
    </>
  )
}

function Origin({ file, onChoose }: { file: StoredFile; onChoose(source: string | null): void }) {
  const { data, error, refetch } = useQuery(fittingSourcesQuery(file.file))
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading text="Узнаём, чей это прайс-лист..." />
  const [first, second] = data
  const isSure = first !== undefined && first.known >= SURE && (second?.known ?? 0) < SURE
  const shown = isSure ? [first] : data
  return (
    <>
      <p className="panel-words" role="status">
        {isSure
          ? `Это прайс-лист источника «${first.title}»: он уже знает ${first.known} % шин из начала файла.`
          : data.length > 0
            ? 'Так устроены прайс-листы этих источников. Выберите, чей он:'
            : 'Такого прайс-листа ещё не было. Добавьте для него источник.'}
      </p>
      <div className="panel-actions shared-choices">
        {shown.map((fit: Fit, index) => (
          <Button
            key={fit.id}
            variant={index === 0 && isSure ? 'primary' : 'secondary'}
            onClick={() => onChoose(fit.id)}
          >
            {isSure ? 'Проверить и загрузить' : fit.title}
          </Button>
        ))}
        <Button variant={data.length === 0 ? 'primary' : 'secondary'} onClick={() => onChoose(null)}>
          Новый источник
        </Button>
      </div>
    </>
  )
}
