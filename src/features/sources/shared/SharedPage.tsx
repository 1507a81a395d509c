import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ROUTES } from '../../../../contract/routes.ts'
import type { StoredFile } from '../../../../contract/sources/guess.ts'
import { useAction } from '../../../data/useAction.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { useDocumentTitle } from '../../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { useOffer } from '../../cabinet/useOffer.ts'
import { newSourcePath, sourcePath } from '../source-routes.ts'
import { SharedFile } from './SharedFile.tsx'
import { refusalText, removeShared, sharedFilesQuery } from './shared-files.ts'
import { useLaunchedFiles } from './useLaunchedFiles.ts'

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
      {isOffered && (
        <Link to={ROUTES.sources} className="back-to-list">
          <CabinetIcon name="back" />
          Все источники
        </Link>
      )}
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
        <ul className="shared-files">
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
