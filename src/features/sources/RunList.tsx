import { useId, useState } from 'react'
import type { Run } from '../../../contract/sources/run.ts'
import type { SourceKind } from '../../../contract/sources/source.ts'
import { Button } from '../../ui/Button.tsx'
import { RunItem } from './RunItem.tsx'
import { useNeighbourFocus } from './useNeighbourFocus.ts'

/** Number of runs that are rendered at first and added by each click. */
const PORTION = 20

/** List of a source's runs, latest first. */
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
