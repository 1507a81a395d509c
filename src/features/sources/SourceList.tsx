import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { freshnessOn } from '../../../contract/dashboard/freshness.ts'
import { latestPriceDay } from '../../../contract/legacy/filter-options.ts'
import { isoToday } from '../../../contract/lib/dates.ts'
import type { Source } from '../../../contract/sources/source.ts'
import { failureText } from '../../data/companion-calls.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { coverageQuery } from '../../data/matching-queries.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DoneAlert } from '../../ui/DoneAlert.tsx'
import { TextField } from '../../ui/Field.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { useOffer } from '../cabinet/useOffer.ts'
import { DropTarget } from './FilePicker.tsx'
import { SourceCard } from './SourceCard.tsx'
import { sourcesQuery } from './source-queries.ts'
import { newSourceOf, newSourcePath, sourcePath } from './source-routes.ts'
import { formatSourceDay } from './texts.ts'
import { KINDS } from './wizard/kinds/kind-modules.tsx'

interface SourceListProps {
  onBring(file: File): void
  /** message about the last action, on this page or on the page that navigated here */
  said: string | null
  onSaid(words: string | null): void
}

/** List of the sources (specification 12.2). */
export function SourceList({ onBring, said, onSaid }: SourceListProps) {
  useDocumentTitle('Источники')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(sourcesQuery)
  const missed = useMissedDay()
  // Waits for both, so that the sources do not move when the sites above them arrive.
  const sources = missed && data
  const coverage = useQuery({ ...coverageQuery, enabled: useOffer('matching') === true })
  const [dropped, setDropped] = useState<File | string | null>(null)
  const [title, focusTitle] = useLaterFocus<HTMLHeadingElement>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what led here
  useEffect(() => {
    if (said !== null) focusTitle()
    return () => onSaid(null)
  }, [])
  const [sought, setSought] = useState('')
  const drop = useCallback((given: File | string) => setDropped(given), [])
  const shown = inOrder(sources ?? []).filter(({ title: name, site }) =>
    `${name} ${site}`.toLowerCase().includes(sought.trim().toLowerCase()),
  )
  const bring = (file: File, path: string) => {
    onBring(file)
    void navigate(path)
  }
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="sources-heading">
      <header className="page-head flex flex-wrap items-center gap-8-12">
        <h1 id="sources-heading" ref={title} tabIndex={-1}>
          Источники
        </h1>
        {/* Without a source, the explanation below has the primary button. */}
        <Link
          to={newSourcePath}
          className={`button ${sources?.length === 0 ? 'button-secondary' : 'button-primary'}`}
        >
          <CabinetIcon name="circle-plus" />
          Добавить источник
        </Link>
      </header>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      <DoneAlert words={said} onDismiss={() => onSaid(null)} />
      {typeof dropped === 'string' && <Alert onDismiss={() => setDropped(null)}>{dropped}</Alert>}
      {!sources && !error && <Loading />}
      {sources && <DropTarget onDrop={drop} />}
      {sources && missed && <LateSites {...missed} sources={sources} />}
      {sources?.length === 0 && <NoSources />}
      {sources && sources.length > 0 && (
        <>
          {sources.length > MANY && (
            <TextField
              label="Найти источник"
              className="source-search"
              type="search"
              autoComplete="off"
              value={sought}
              onChange={setSought}
            />
          )}
          {shown.length === 0 && (
            <p className="panel-words" role="status">
              Таких источников нет.
            </p>
          )}
          {coverage.error && !coverage.data && (
            <p className="source-coverage m-0 tabular-nums text-14 text-muted" role="status">
              Не удалось узнать, сколько сопоставлено. {failureText(coverage.error)}{' '}
              <Button variant="quiet" onClick={() => void coverage.refetch()}>
                Повторить
              </Button>
            </p>
          )}
          <ul className="source-list">
            {shown.map((source) => (
              <SourceCard
                key={source.id}
                source={source}
                coverage={coverage.data?.sites.find(({ site }) => site === source.site)}
                waits={coverage.isLoading}
                onDone={onSaid}
              />
            ))}
          </ul>
        </>
      )}
      {dropped instanceof File && sources && (
        <WhoseFile
          file={dropped}
          sources={sources.filter(({ kind }) => !KINDS[kind].readsPages)}
          onChoose={(path) => bring(dropped, path)}
          onClose={() => setDropped(null)}
        />
      )}
    </section>
  )
}

const MANY = 12

const URGENCY = ['held', 'failed', 'late', 'new', 'fresh', 'off'] as const

/** Sorts the sources that need attention first. */
const inOrder = (sources: readonly Source[]): Source[] =>
  [...sources].sort(
    (a, b) =>
      URGENCY.indexOf(a.light) - URGENCY.indexOf(b.light) ||
      (a.title || a.site).localeCompare(b.title || b.site, 'ru'),
  )

function NoSources() {
  return (
    <div className="panel sources-none">
      <h2>Пусть цены приходят сами</h2>
      <p className="panel-words">
        Источник — это прайс-лист одного сайта: файл или адрес, по которому он лежит. Настроить его нужно один
        раз: покажите файл, проверьте, что колонки поняты верно, — и дальше цены загружаются сами по
        расписанию или одним перетаскиванием файла.
      </p>
      <div className="panel-actions">
        <Link to={newSourcePath} className="button button-primary">
          Добавить первый источник
        </Link>
      </div>
      <p className="field-hint">Можно просто перетащить файл прайс-листа на эту страницу.</p>
    </div>
  )
}

interface WhoseFileProps {
  file: File
  sources: readonly Source[]
  onChoose(path: string): void
  onClose(): void
}

/** Dialog that asks which source a dropped price list belongs to. */
function WhoseFile({ file, sources, onChoose, onClose }: WhoseFileProps) {
  return (
    <Dialog title="Чей это прайс-лист?" onClose={onClose} actions={<Button onClick={onClose}>Отмена</Button>}>
      <p className="file-name">{file.name}</p>
      <ul className="whose-file">
        {sources.map((source) => (
          <li key={source.id}>
            <Button onClick={() => onChoose(sourcePath(source.id))}>{source.title || source.site}</Button>
          </li>
        ))}
        <li>
          <Button variant="primary" onClick={() => onChoose(newSourcePath)}>
            Новый источник
          </Button>
        </li>
      </ul>
    </Dialog>
  )
}

interface MissedDay {
  /** YYYY-MM-DD */
  day: string
  /** the site whose prices stopped most recently comes first */
  sites: readonly { site: string; day: string }[]
}

/** Returns the sites without prices of the last day; undefined while they load. */
function useMissedDay(): MissedDay | undefined {
  const offered = useOffer('freshness') === true
  const { data, isLoading } = useQuery({ ...freshnessQuery, enabled: offered })
  if (isLoading) return undefined
  const day = latestPriceDay(data?.days.toReversed() ?? [], isoToday())
  return { day, sites: data ? freshnessOn(data, day).stale.toReversed() : [] }
}

interface LateSitesProps extends MissedDay {
  sources: readonly Source[]
}

/** Sites to which the home page's 'Нет прайса' leads, each with its last day and its source (specification 12.2). */
function LateSites({ day, sites, sources }: LateSitesProps) {
  if (sites.length === 0) return null
  return (
    <section className="panel late-sites" aria-labelledby="late-sites-heading">
      <h2 id="late-sites-heading">Нет прайса за {formatSourceDay(day)}</h2>
      <ul>
        {sites.map((one) => {
          const own = sources.filter(({ site }) => site === one.site)
          return (
            <li key={one.site}>
              <b>{one.site}</b> <span>последние за {formatSourceDay(one.day)}</span>{' '}
              <span className="late-sites-way flex flex-wrap">
                {own.map(({ id, site, title }) => (
                  <Link key={id} to={sourcePath(id)} aria-label={`Открыть источник ${title || site}`}>
                    {own.length === 1 ? 'Открыть источник' : title || site}
                  </Link>
                ))}
                {own.length === 0 && (
                  <Link to={newSourceOf(one.site)} aria-label={`Добавить источник ${one.site}`}>
                    Добавить источник
                  </Link>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
