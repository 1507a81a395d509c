import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AcceptedList } from '../../../../contract/recommended/recommended.ts'
import { RECOMMENDED_CALLS } from '../../../../contract/recommended/recommended-calls.ts'
import { formatCell } from '../../../../contract/reports/format-cell.ts'
import { companionQuery } from '../../../data/companion-query.ts'
import { call } from '../../../data/send-call.ts'
import { Button } from '../../../ui/Button.tsx'
import { DoneAlert } from '../../../ui/DoneAlert.tsx'
import { formatMoment } from '../../../ui/format-moment.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { PRICES } from '../../../ui/nouns.ts'
import { countText } from '../../../ui/plural.ts'
import { AskDialog } from '../../cabinet/AskDialog.tsx'
import { ACTIONS, CellNote, DataTable } from '../../cabinet/DataTable.tsx'
import { FileButton } from '../../cabinet/FileButton.tsx'
import { LoadProblem } from '../../cabinet/LoadProblem.tsx'
import { useLaterFocus } from '../../cabinet/useLaterFocus.ts'
import { everyRecommended, listsQuery } from '../recommended-prices.ts'
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
      <DoneAlert words={said} onDismiss={() => setSaid(null)} />
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

interface ListHistoryProps {
  /** newest first: the first one is valid */
  lists: readonly AcceptedList[]
  editable: boolean
  onDone(words: string): void
}

/** Former list that is to be restored; 'none' to remove the present one. */
type Asked = AcceptedList | 'none'

/** Accepted lists, any of which can be brought back. */
function ListHistory({ lists, editable, onDone }: ListHistoryProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [present, former] = lists
  const back = former && former.prices > 0 ? former : undefined
  return (
    <section className="data-panel" aria-labelledby="rrp-history-heading">
      <header className="rrp-panel-head flex flex-wrap items-center gap-4-12">
        <h2 id="rrp-history-heading">Загрузки</h2>
        {editable && (
          <div className="flex flex-wrap gap-4 ml-auto">
            {back && <Button onClick={() => setAsked(back)}>Вернуть прежний</Button>}
            {present && present.prices > 0 && (
              <Button variant="quiet" onClick={() => setAsked('none')}>
                Убрать список
              </Button>
            )}
          </div>
        )}
      </header>
      <DataTable
        long
        className="rrp-history"
        aria-labelledby="rrp-history-heading"
        columns={['Когда и кто', 'Файл', 'Цен', 'Изменилось', 'Наибольшее изменение', ACTIONS]}
      >
        {lists.map((list, at) => (
          <tr key={list.id}>
            <th scope="row">
              {formatMoment(list.at)}
              <CellNote>{list.by}</CellNote>
            </th>
            <td>
              {list.file === '' ? 'Список убран' : list.file}
              {list.restored > 0 && <CellNote>возвращён</CellNote>}
            </td>
            <td data-label="Цен">{list.prices.toLocaleString('ru-RU')}</td>
            <td data-label="Изменилось">{changesText(list)}</td>
            <td data-label="Наибольшее изменение">
              {list.largest === null ? '—' : `${formatCell(list.largest, 'percent')}\u00a0%`}
            </td>
            <td>
              {at === 0 ? (
                <span className="text-13 font-normal text-muted">действует</span>
              ) : (
                editable &&
                list.prices > 0 && (
                  <Button
                    variant="quiet"
                    aria-label={`Вернуть список от ${formatMoment(list.at)}`}
                    onClick={() => setAsked(list)}
                  >
                    Вернуть
                  </Button>
                )
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {asked && (
        <AskDialog
          title={asked === 'none' ? 'Убрать список РРЦ?' : 'Вернуть прежний список?'}
          agree={asked === 'none' ? 'Убрать' : 'Вернуть'}
          act={() =>
            call(RECOMMENDED_CALLS.restore, { list: asked === 'none' ? 0 : asked.id, base: present?.id ?? 0 })
          }
          onDone={() => {
            setAsked(null)
            onDone(
              asked === 'none'
                ? 'Список РРЦ убран.'
                : `Возвращён список «${asked.file}»: ${countText(asked.prices, PRICES)}.`,
            )
          }}
          onClose={() => setAsked(null)}
        >
          {asked === 'none' ? (
            <p>Отчёт «Кто продаёт ниже» останется без цен. Список можно будет вернуть отсюда же.</p>
          ) : (
            <p>
              Снова будет действовать список «{asked.file}» от {formatMoment(asked.at)}:{' '}
              {countText(asked.prices, PRICES)}. Нынешний останется в загрузках.
            </p>
          )}
        </AskDialog>
      )}
    </section>
  )
}

/** Formats 'новых 12, изменённых 5, исчезло 3'. */
function changesText({ added, changed, removed }: AcceptedList): string {
  const parts = [
    added > 0 && `новых ${added.toLocaleString('ru-RU')}`,
    changed > 0 && `изменённых ${changed.toLocaleString('ru-RU')}`,
    removed > 0 && `исчезло ${removed.toLocaleString('ru-RU')}`,
  ].filter((part) => part !== false)
  return parts.join(', ') || 'ничего'
}

/** Example of a file with recommended prices, which says that two columns suffice. */
export function ListExample() {
  return (
    <figure className="rrp-example text-14">
      <figcaption>Пример файла</figcaption>
      <table>
        <thead>
          <tr>
            <th scope="col">Артикул</th>
            <th scope="col">РРЦ</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>TS12345</td>
            <td>7 990</td>
          </tr>
          <tr>
            <td>R-205551</td>
            <td>8 450,50</td>
          </tr>
        </tbody>
      </table>
      <ListFormats />
    </figure>
  )
}

const ListFormats = () => (
  <p className="text-13 font-normal text-muted">
    Excel или CSV, также в архиве zip. Хватит двух столбцов; «Бренд» и «Действует с» необязательны.
  </p>
)
