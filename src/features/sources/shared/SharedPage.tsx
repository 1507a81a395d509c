import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { formatSize } from '../../../../contract/lib/format-size.ts'
import { ROUTES } from '../../../../contract/routes.ts'
import type { FittingSources, StoredFile } from '../../../../contract/sources/guess.ts'
import { useAction } from '../../../data/useAction.ts'
import { useSession } from '../../../session/useSession.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { BackLink } from '../../cabinet/BackLink.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { useOffer } from '../../cabinet/useOffer.ts'
import { oneFile } from '../FilePicker.tsx'
import { fittingSourcesQuery } from '../source-queries.ts'
import { newSourcePath, sourcePath } from '../source-routes.ts'
import { useUpload } from '../useUpload.ts'
import { refusalText, removeShared, sharedFilesQuery, storeShared, type WaitingFile } from './shared-files.ts'

/** Page of the price lists that were shared with the app or opened with it (specification 12.10). */
export function SharedPage({ onBring }: { onBring(file: StoredFile): void }) {
  const title = 'Полученные файлы'
  useDocumentTitle(title)
  const [search, setSearch] = useSearchParams()
  const isRefused = search.has('refused')
  const noteRefusal = useCallback(() => setSearch({ refused: '' }, { replace: true }), [setSearch])
  const launched = useLaunchedFiles(noteRefusal)
  const removal = useAction()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isOffered = useOffer('sources')
  const { data: files, error, refetch } = useQuery(sharedFilesQuery)
  const remove = (url: string) =>
    removal.run(async () => {
      await removeShared(url)
      await queries.invalidateQueries(sharedFilesQuery)
    })
  const choose = async (url: string, stored: StoredFile, source: string | null) => {
    // The server has the file now.
    await remove(url)
    onBring(stored)
    void navigate(source === null ? newSourcePath : sourcePath(source))
  }
  return (
    <section className="cabinet-page" aria-labelledby="shared-heading">
      {isOffered && <BackLink to={ROUTES.sources}>Все источники</BackLink>}
      <h1 id="shared-heading">{title}</h1>
      {[launched, removal].map(
        ({ problem, dismiss }) =>
          problem !== null && (
            <Alert key={problem} onDismiss={dismiss}>
              {problem}
            </Alert>
          ),
      )}
      {isRefused && files && (
        <Alert onDismiss={() => setSearch({}, { replace: true })}>{refusalText(files.length)}</Alert>
      )}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {(!files || isOffered === undefined) && !error && <Loading />}
      {isOffered === false && (
        <p className="panel-words">
          Прайс-листы загружает администратор. Перешлите файл ему: отсюда он никуда не отправлен.
        </p>
      )}
      {files?.length === 0 && (
        <p className="panel-words">
          Файлов нет. Когда приложение установлено, прайс-лист можно передать сюда из мессенджера или почты:
          «Поделиться» → «Цены на шины».
        </p>
      )}
      {files && files.length > 0 && isOffered && (
        <ul className="shared-files grid gap-12">
          {files.map((waiting) => (
            <SharedFile
              key={waiting.url}
              waiting={waiting}
              onChoose={(stored, source) => void choose(waiting.url, stored, source)}
              onRemove={() => void remove(waiting.url)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type Fit = FittingSources['sources'][number]

interface SharedFileProps {
  waiting: WaitingFile
  /** called with the uploaded file and its source; null for a new source */
  onChoose(stored: StoredFile, source: string | null): void
  onRemove(): void
}

const SURE = 50

/** Shared file: its upload, the sources from which it can be, and what to do with it. */
function SharedFile({ waiting: { file, arrival }, onChoose, onRemove }: SharedFileProps) {
  const [stored, setStored] = useState<StoredFile | null>(null)
  const checked = oneFile({ files: [file] })
  return (
    <li className="panel shared-file grid min-w-0 wrap-anywhere">
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

/** File Handling API, which TypeScript's library does not have. */
interface LaunchQueue {
  setConsumer(consumer: (launched: { files: readonly { getFile(): Promise<File> }[] }) => void): void
}

/**
 * Takes files that a person opened with the installed app, and stores them like shared ones.
 * @param onRefused called if one is not accepted
 * @returns the reason why that failed
 */
function useLaunchedFiles(onRefused: () => void) {
  const queries = useQueryClient()
  const { problem, dismiss, run } = useAction()
  useEffect(() => {
    const { launchQueue } = window as Window & { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(
      ({ files }) =>
        void run(async () => {
          for (const handle of files) if (!(await storeShared(await handle.getFile()))) onRefused()
          await queries.invalidateQueries(sharedFilesQuery)
        }),
    )
  }, [queries, run, onRefused])
  return { problem, dismiss }
}
