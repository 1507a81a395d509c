import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchAnswer, LineDecisionBody, ModelLine } from '../../../contract/matching/matching.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { countText } from '../../ui/plural.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { MarkedName } from './MarkedName.tsx'
import { linesQuery, sendLineDecision, undoBatch } from './matching-calls.ts'
import { SIZES } from './texts.ts'
import { compareNames } from './word-diff.ts'

type Decision = LineDecisionBody['decision']

/** Result of the last decision about a model line, which can be undone until the next one. */
interface Done extends BatchAnswer {
  decision: Decision
}

interface LinesSectionProps {
  /** called after pairs were decided or a decision was undone */
  onChange(): void
}

/** Model lines that may be the same, to decide all their sizes at once (specification 21.10). */
export function LinesSection({ onChange }: LinesSectionProps) {
  const { data: lines, error, refetch } = useQuery(linesQuery)
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction()
  const [done, setDone] = useState<Done | null>(null)

  const decide = async ({ family, line_a, line_b }: ModelLine, decision: Decision) => {
    setDone(null)
    const answer = await sendLineDecision({ family, line_a, line_b, decision })
    queries.setQueryData(linesQuery.queryKey, (all) =>
      all?.filter((line) => line.family !== family || line.line_a !== line_a || line.line_b !== line_b),
    )
    setDone({ ...answer, decision })
    onChange()
  }
  const undo = async (batch: string) => {
    await undoBatch(batch)
    setDone(null)
    await refetch()
    onChange()
  }
  return (
    <section className="lines" aria-label="По моделям">
      <p className="panel-words">
        Одна модель на разных сайтах пишется по-разному. Решение о паре названий применяется сразу ко всем её
        размерам.
      </p>
      {/* Always mounted: screen readers announce only changes. */}
      <div className="lines-done" role="status">
        {done && (
          <>
            {doneText(done)}
            <Button variant="quiet" blocked={busy} onClick={() => void run(() => undo(done.batch))}>
              Отменить
            </Button>
          </>
        )}
      </div>
      {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!lines && !error && <Loading />}
      {lines?.length === 0 && (
        <div className="panel queue-empty">
          <h2>Решать нечего</h2>
          <p className="panel-words">Моделей с похожими названиями, о которых ещё не решено, нет.</p>
        </div>
      )}
      <ul className="line-list">
        {lines?.map((line) => (
          <LineItem
            key={`${line.family} ${line.line_a} = ${line.line_b}`}
            line={line}
            busy={busy}
            onDecide={(decision) => void run(() => decide(line, decision))}
          />
        ))}
      </ul>
    </section>
  )
}

/** Formats 'Сопоставлено 34' or 'Разных моделей: 34 пары', and how many pairs were refused. */
function doneText({ decision, decided, refused }: Done): string {
  const words = decision === 'same' ? `Сопоставлено ${decided}` : `Отмечено разными ${decided}`
  return refused === 0 ? words : `${words}, не удалось ${refused}`
}

interface LineItemProps {
  line: ModelLine
  busy: boolean
  onDecide(decision: Decision): void
}

function LineItem({ line, busy, onDecide }: LineItemProps) {
  const { brand, line_a, line_b, sizes, disagreeing, example } = line
  const [listing, tyre] = compareNames(example.listing, example.tyre)
  const name = `${line_a} = ${line_b}`
  return (
    <li className="panel line">
      <h2 className="line-name">
        <span className="line-brand">{brand}</span> {name}
        <span className="line-count">{countText(sizes.length, SIZES)}</span>
      </h2>
      <div className="line-example">
        <span className="pair-site">{example.site}</span>
        <span>
          <MarkedName parts={listing} />
        </span>
        <span className="pair-site">шина</span>
        <span>
          <MarkedName parts={tyre} />
        </span>
      </div>
      {disagreeing.length > 0 && (
        <p className="line-disagreeing">
          Не сходится {countText(disagreeing.length, SIZES)}: {disagreeing.join(', ')}
        </p>
      )}
      <details>
        <summary>Все размеры</summary>
        <p className="line-sizes">{sizes.join(', ')}</p>
      </details>
      <div className="panel-actions">
        <Button
          variant="primary"
          blocked={busy}
          aria-label={`Принять все: ${name}`}
          onClick={() => onDecide('same')}
        >
          Принять все
        </Button>
        <Button blocked={busy} aria-label={`Разные модели: ${name}`} onClick={() => onDecide('different')}>
          Разные модели
        </Button>
      </div>
    </li>
  )
}
