import { useId, useState } from 'react'
import { isUnderWay, type Run } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import { SOURCE_CALLS } from '../../../contract/sources/source-calls.ts'
import { downloadFile } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { TYRES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { CabinetIcon } from '../cabinet/CabinetIcon.tsx'
import { RunFindings } from './RunFindings.tsx'
import { RunMark } from './SourceCard.tsx'
import { badShare, formatShare, formatSourceDay, momentOf, OFFERS, TRIGGER_TEXT } from './texts.ts'
import { useNeighbourFocus } from './useNeighbourFocus.ts'

/** Number of runs that are rendered at first and added by each click. */
const PORTION = 20

export function RunList({ runs, kind }: { runs: readonly Run[]; kind: SourceKind }) {
  const heading = useId()
  const [count, setCount] = useState(PORTION)
  const [list, goTo] = useNeighbourFocus<HTMLUListElement>('.run', 'h2')
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>Загрузки за 90 дней</h2>
      {runs.length === 0 ? (
        <p className="panel-words">
          Загрузок ещё не было. Загрузите файл на этой странице или дождитесь расписания.
        </p>
      ) : (
        <ul ref={list} className="runs">
          {runs.slice(0, count).map((run, at) => (
            <RunItem key={run.id} run={run} kind={kind} isLatest={at === 0} />
          ))}
        </ul>
      )}
      {runs.length > count && (
        <div className="panel-actions">
          <Button
            onClick={() => {
              setCount(count + PORTION)
              goTo(count)
            }}
          >
            Показать ещё {Math.min(PORTION, runs.length - count)}
          </Button>
          <span className="field-hint">
            Показано {count} из {runs.length}
          </span>
        </div>
      )}
    </section>
  )
}

const time = new Intl.DateTimeFormat('ru-RU', { timeStyle: 'medium' })

interface RunItemProps {
  run: Run
  kind: SourceKind
  /** whether its findings are displayed at once; those of a held run stand above, those of earlier runs are mostly the same */
  isLatest: boolean
}

/** List item of a run with its result, findings and log. */
function RunItem({ run, kind, isLatest }: RunItemProps) {
  const { findings = [] } = run
  const told = <RunFindings run={run} kind={kind} findings={findings} />
  const download = useAction()
  const downloadRejects = () => downloadFile(SOURCE_CALLS.rejects, { run: run.id }, `rejects-${run.id}.jsonl`)
  const moment = run.started_at ?? run.created_at
  return (
    <li className="run grid gap-4 border-t" tabIndex={-1}>
      <div className="flex flex-wrap items-center gap-4-12">
        <RunMark run={run} />
        <time dateTime={moment}>{momentOf(moment)}</time>
        <span className="text-14 text-muted">
          цены за {formatSourceDay(run.day)}, {TRIGGER_TEXT[run.trigger]}
          {run.attempt > 1 && `, попытка ${run.attempt}`}
        </span>
      </div>
      {run.message !== '' && run.state !== 'held' && (
        <p className="source-message text-14 wrap-anywhere">{run.message}</p>
      )}
      <RunNumbers run={run} />
      {(isLatest && run.state !== 'held') || findings.length === 0 ? (
        told
      ) : (
        <details className="disclosure">
          <summary>Что проверить: {findings.length}</summary>
          {told}
        </details>
      )}
      {download.problem !== null && <Alert onDismiss={download.dismiss}>{download.problem}</Alert>}
      <div className="run-more flex flex-wrap items-center gap-4-12">
        {run.log.length > 0 && (
          <details className="disclosure" open={isUnderWay(run) || undefined}>
            <summary>Журнал загрузки</summary>
            <ol className="run-log text-13 wrap-anywhere">
              {run.log.map(({ at, text }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added
                <li key={index}>
                  <time dateTime={at}>{time.format(new Date(at))}</time> {text}
                </li>
              ))}
            </ol>
          </details>
        )}
        {run.has_rejects && (
          <Button variant="quiet" blocked={download.busy} onClick={() => void download.run(downloadRejects)}>
            <CabinetIcon name="download" />
            {download.busy ? 'Скачивание...' : 'Скачать отклонённое'}
          </Button>
        )}
      </div>
    </li>
  )
}

function RunNumbers({ run }: { run: Run }) {
  const { tyres, offers, bad } = run
  if (tyres === null && offers === null && bad === null) return null
  const words = [
    tyres !== null && countText(tyres, TYRES),
    offers !== null && countText(offers, OFFERS),
    bad !== null && bad > 0 && `отклонено ${formatShare(badShare(run))} записей`,
  ]
  return <p className="text-14 text-muted">{words.filter(Boolean).join(', ')}</p>
}
