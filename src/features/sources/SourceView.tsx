import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useId, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { STATUS_ROUTE } from '../../../contract/installation/installation-paths.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import type { StoredFile } from '../../../contract/sources/guess.ts'
import { isUnderWay, type Run, waitsForRetry } from '../../../contract/sources/run.ts'
import type { SourceHistory } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { freshnessQuery } from '../../data/freshness-query.ts'
import { filterOptionsQuery } from '../../data/report-queries.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { DoneAlert } from '../../ui/DoneAlert.tsx'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { BackLink } from '../cabinet/BackLink.tsx'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { QueryState } from '../cabinet/QueryState.tsx'
import { useLaterFocus } from '../cabinet/useLaterFocus.ts'
import { AnsweredSection } from './AnsweredSection.tsx'
import { HeldRun } from './HeldRun.tsx'
import { OffersChart, TrafficSection } from './OffersChart.tsx'
import { RunList } from './RunList.tsx'
import { RunMark, SourceFacts, SourceHealthMark } from './SourceCard.tsx'
import { everySource, sourceQuery } from './source-queries.ts'
import { editSourcePath, isOfSetup, OF_SETUP, type SavedState } from './source-routes.ts'
import { TokenSection } from './TokenSection.tsx'
import { formatCount, formatSourceDay } from './texts.ts'
import { UploadSection } from './UploadSection.tsx'
import { KINDS } from './wizard/kinds/kind-modules.tsx'

interface SourceViewProps {
  brought: File | StoredFile | null
  onBring(file: StoredFile): void
  onTaken(): void
  /** called with a message when an action navigates away, for example after removing the source */
  onLeft(words: string): void
}

/** Page of one source (specification 12.3 and 12.4). */
export function SourceView(props: SourceViewProps) {
  const { id = '' } = useParams()
  const query = useQuery(sourceQuery(id))
  const { data } = query
  useDocumentTitle(data ? data.source.title || data.source.site : 'Источник')
  return (
    <section className="cabinet-page cabinet-page-wide" aria-labelledby="source-heading">
      <BackLink to={ROUTES.sources}>Все источники</BackLink>
      {!data && <h1 id="source-heading">Источник</h1>}
      <QueryState query={query}>{(history) => <Shown key={id} history={history} {...props} />}</QueryState>
    </section>
  )
}

function Shown({ history, brought, onBring, onTaken, onLeft }: SourceViewProps & { history: SourceHistory }) {
  const { source, runs, days, traffic = [] } = history
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saved = useLocation().state as SavedState | null
  const [watched, setWatched] = useState<number | null>(saved?.run ?? null)
  // whether the control that started the run was unmounted and cannot get the focus back
  const [gone, setGone] = useState(watched !== null)
  const [title, focusTitle] = useLaterFocus<HTMLHeadingElement>()
  const [status, focusStatus] = useLaterFocus<HTMLDivElement>()
  const [done, setDone] = useState<string | null>(null)
  const [removing, setRemoving] = useState(false)
  const start = useAction()
  const startRun = async () => {
    const { run } = await call(SOURCE_CALLS.run, { id: source.id })
    setGone(false)
    setWatched(run)
    await queries.invalidateQueries(everySource)
  }
  // The wizard navigates here after saving without a run; the focus moves to the heading.
  useEffect(() => {
    if (saved && saved.run === null) focusTitle()
  }, [saved, focusTitle])
  const running = runs.some(({ state }) => state === 'running')
  const retried = runs.some(waitsForRetry)
  const held = runs.find(({ state }) => state === 'held')
  const going = runs.find(({ id }) => id === watched) ?? runs.find(isUnderWay)
  const heading = useId()
  const { readsPages, removed, verb } = KINDS[source.kind]
  const shown = going?.id === watched
  useEffect(() => {
    if (shown && gone) focusStatus()
  }, [shown, gone, focusStatus])
  const ended = going !== undefined && !isUnderWay(going) ? going.id : null
  useEffect(() => {
    if (ended === null) return
    // The run may have imported prices of a new day.
    for (const { queryKey } of [freshnessQuery, filterOptionsQuery])
      void queries.invalidateQueries({ queryKey })
  }, [ended, queries])
  return (
    <>
      <header className="page-head flex flex-wrap items-center gap-8-12">
        <h1 id="source-heading" ref={title} tabIndex={-1}>
          {source.title || source.site}
        </h1>
        <SourceHealthMark light={source.light} />
        <div className="panel-actions">
          {verb && (
            <Button
              variant="primary"
              blocked={start.busy || running}
              onClick={() => void start.run(startRun)}
            >
              <CabinetIcon name="play" />
              {retried ? 'Повторить сейчас' : 'Запустить сейчас'}
            </Button>
          )}
          <Link to={editSourcePath(source.id)} className="button button-secondary">
            <CabinetIcon name="edit" />
            Изменить
          </Link>
          <Button onClick={() => setRemoving(true)}>
            <CabinetIcon name="trash" />
            Удалить
          </Button>
        </div>
      </header>
      {start.problem !== null && <Alert onDismiss={start.dismiss}>{start.problem}</Alert>}
      <DoneAlert words={done} onDismiss={() => setDone(null)} />
      {going && <Going run={going} site={source.site} place={status} isSetup={isOfSetup(saved)} />}
      {held && (
        <section className="panel" aria-label="Ждёт решения">
          <HeldRun
            run={held}
            site={source.site}
            kind={source.kind}
            onDone={(words) => {
              setDone(words)
              focusTitle()
            }}
          />
        </section>
      )}
      <SourceFacts history={history} />
      {!readsPages && (
        <UploadSection
          source={source}
          brought={brought}
          onBring={onBring}
          onTaken={onTaken}
          onRun={(run) => {
            setWatched(run)
            setGone(true)
          }}
        />
      )}
      {days.length > 0 && (
        <section className="panel" aria-labelledby={`${heading}-days`}>
          <h2 id={`${heading}-days`}>Предложения по дням</h2>
          <OffersChart days={days} />
        </section>
      )}
      {!readsPages && <TokenSection source={source} />}
      <TrafficSection traffic={traffic} heading={`${heading}-traffic`} />
      <AnsweredSection source={source} />
      <RunList runs={runs} kind={source.kind} />
      {removing && (
        <AskDialog
          title="Удалить источник?"
          agree="Удалить"
          act={async () => {
            await call(SOURCE_CALLS.remove, { id: source.id })
          }}
          onDone={() => {
            onLeft(`Источник «${source.title || source.site}» удалён.`)
            void navigate(ROUTES.sources)
            queries.removeQueries(sourceQuery(source.id))
            void queries.invalidateQueries(everySource)
          }}
          onClose={() => setRemoving(false)}
        >
          <p>
            <strong>{source.title || source.site}</strong>: {removed} Загруженные цены останутся в отчётах.
          </p>
        </AskDialog>
      )}
    </>
  )
}

interface GoingProps {
  run: Run
  site: string
  place: RefObject<HTMLDivElement | null>
  /** the page was opened from the set-up of the installation */
  isSetup: boolean
}

/** Progress of the current run, or the result of a run that was started on this page. Announced to screen readers. */
function Going({ run, site, place, isSetup }: GoingProps) {
  const report = `${REPORTS['all-prices'].route}?${new URLSearchParams({ date: run.day, site })}`
  return (
    <div ref={place} tabIndex={-1} className="panel going" role="status" aria-label="Загрузка">
      <p>
        <RunMark run={run} />
        {run.state === 'imported' && (
          <>
            {' '}
            Цены за {formatSourceDay(run.day)}: шин {formatCount(run.tyres)}, предложений{' '}
            {formatCount(run.offers)}.
          </>
        )}
      </p>
      {isUnderWay(run) && <progress aria-label="Идёт загрузка" />}
      {run.message !== '' && run.state !== 'held' && (
        <p className="source-message text-14 wrap-anywhere">{run.message}</p>
      )}
      {(run.state === 'imported' || run.state === 'unchanged') && (
        <div className="panel-actions">
          <Link to={report} className="button button-primary">
            <CabinetIcon name="table" />
            Открыть отчёт
          </Link>
          {isSetup && (
            <Link to={`${STATUS_ROUTE}/setup`} state={OF_SETUP} className="button button-secondary">
              Продолжить настройку
            </Link>
          )}
        </div>
      )}
    </div>
  )
}
