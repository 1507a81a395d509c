import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { companionQuery } from '../../../data/companion-query.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { PRICES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { FileButton } from '../../cabinet/FileButton.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { everyRecommended, listsQuery } from '../recommended-queries.ts'
import { ListExample, ListFormats } from './ListExample.tsx'
import { ListHistory } from './ListHistory.tsx'
import { UploadPreview } from './UploadPreview.tsx'

/** The present list of recommended prices: its upload and its history. */
export function ListSection() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(listsQuery)
  const [file, setFile] = useState<File | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [heading, focusHeading] = useLaterFocus<HTMLHeadingElement>()
  if (!data) return error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <Loading />
  const { lists, editable } = data
  const [present] = lists
  const hasList = present !== undefined && present.prices > 0
  const done = (words: string) => {
    setFile(null)
    setSaid(words)
    focusHeading()
    void queries.invalidateQueries(everyRecommended)
    // The quick filter is offered once there is a list.
    void queries.invalidateQueries({ queryKey: companionQuery.queryKey })
  }
  return (
    <>
      {said !== null && (
        <Alert tone="success" onDismiss={() => setSaid(null)}>
          {said}
        </Alert>
      )}
      {file ? (
        <UploadPreview
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onDone={done}
          onClose={() => setFile(null)}
        />
      ) : (
        <section className="panel" aria-labelledby="rrp-list-heading">
          <h2 id="rrp-list-heading" ref={heading} tabIndex={-1}>
            {hasList ? 'Действующий список' : 'Списка РРЦ ещё нет'}
          </h2>
          {hasList && (
            <p className="panel-words">
              {countText(present.prices, PRICES)} из файла «{present.file}», {formatMoment(present.at)}
              {present.by !== '' && `, ${present.by}`}
            </p>
          )}
          {editable ? (
            <>
              {hasList ? <ListFormats /> : <ListExample />}
              <div className="panel-actions">
                <FileButton
                  variant="primary"
                  accept=".xlsx,.xls,.csv,.txt,.zip,.gz"
                  onChoose={(chosen) => {
                    setSaid(null)
                    setFile(chosen)
                  }}
                >
                  Выбрать файл
                </FileButton>
              </div>
              <p className="text-13 font-normal text-muted">
                Сначала покажем, что изменится: без вашего согласия ничего не заменим.
              </p>
            </>
          ) : (
            <p className="panel-words">Изменить его может аналитик или администратор.</p>
          )}
        </section>
      )}
      {lists.length > 0 && !file && <ListHistory lists={lists} editable={editable} onDone={done} />}
    </>
  )
}
