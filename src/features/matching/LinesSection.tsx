import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { BatchAnswer, LineDecisionBody, ModelLine } from '../../../contract/matching/match-queue.ts'
import { MATCHING_CALLS } from '../../../contract/matching/matching-calls.ts'
import { linesQuery } from '../../data/matching-queries.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { countText } from '../../ui/plural.ts'
import { LoadProblem } from '../cabinet/LoadProblem.tsx'
import { SIZES } from './texts.ts'
import { compareNames, MarkedName } from './word-diff.tsx'

type Decision = LineDecisionBody['decision']

/** Result of the last decision about a model line, which can be undone until the next one. */
interface Done extends BatchAnswer {
  line: ModelLine
  /** place of the line in the list */
  at: number
  decision: Decision
}

interface LinesSectionProps {
  /** called after pairs were decided or a decision was undone */
  onChange(): void
}

const keyOf = ({ family, line_a, line_b }: ModelLine): string => `${family} ${line_a} = ${line_b}`

/** Model lines that may be the same, to decide all their sizes at once (specification 21.10). */
export function LinesSection({ onChange }: LinesSectionProps) {
  const { data: lines = [], isPending, error, refetch } = useQuery(linesQuery)
  const queries = useQueryClient()
  const { busy, problem, dismiss, run } = useAction()
  const [done, setDone] = useState<Done | null>(null)
  /** key of the line of the last action */
  const [tried, setTried] = useState('')
  /** key of the line whose decision was undone */
  const [undone, setUndone] = useState('')

  const decide = async (line: ModelLine, decision: Decision) => {
    const { family, line_a, line_b } = line
    const answer = await call(MATCHING_CALLS.decideLine, { family, line_a, line_b, decision })
    const at = lines.indexOf(line)
    queries.setQueryData(linesQuery.queryKey, (all) => all?.filter((one) => keyOf(one) !== keyOf(line)))
    setDone({ ...answer, line, at, decision })
    setUndone('')
    onChange()
  }
  const undo = async ({ batch, line }: Done) => {
    await call(MATCHING_CALLS.undoBatch, { batch })
    await refetch()
    setUndone(keyOf(line))
    setDone(null)
    onChange()
  }
  const start = (line: ModelLine, work: () => Promise<void>) => {
    setTried(keyOf(line))
    void run(work)
  }
  // Beside the pressed button: the top of the page may be far away.
  const problemOf = (line: ModelLine) =>
    problem !== null && keyOf(line) === tried && <Alert onDismiss={dismiss}>{problem}</Alert>
  // The decided line stays where it was, as its result.
  const displayed = done ? lines.toSpliced(done.at, 0, done.line) : lines
  return (
    <section className="grid gap-12" aria-label="По моделям">
      <p className="panel-words">
        Одна модель на разных сайтах пишется по-разному. Решение о паре названий применяется сразу ко всем её
        размерам.
      </p>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading />}
      <ul className="line-list grid gap-12">
        {displayed.map((line) =>
          line === done?.line ? (
            <LineResult
              key={`${keyOf(line)} ${done.batch}`}
              done={done}
              busy={busy}
              problem={problemOf(line)}
              onUndo={() => start(line, () => undo(done))}
            />
          ) : (
            <LineItem
              key={keyOf(line)}
              line={line}
              busy={busy}
              problem={problemOf(line)}
              focused={keyOf(line) === undone}
              onDecide={(decision) => start(line, () => decide(line, decision))}
            />
          ),
        )}
      </ul>
      {lines.length === 0 && !isPending && !error && (
        <div className="panel queue-empty">
          <h2>Решать нечего</h2>
          <p className="panel-words">Моделей с похожими названиями, о которых ещё не решено, нет.</p>
        </div>
      )}
    </section>
  )
}

interface LineResultProps {
  done: Done
  busy: boolean
  /** alert about the last action */
  problem: ReactNode
  onUndo(): void
}

/** Result in place of a decided line; takes the focus of the pressed button. */
function LineResult({ done, busy, problem, onUndo }: LineResultProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => focusInItem(button.current), [])
  return (
    <li className="lines-done">
      <span id={id}>
        {doneText(done)}: {lineName(done.line)}
      </span>
      <Button ref={button} variant="quiet" blocked={busy} aria-describedby={id} onClick={onUndo}>
        Отменить
      </Button>
      {problem}
    </li>
  )
}

function focusInItem(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
  button?.closest('li')?.scrollIntoView?.({ block: 'nearest' })
}

const lineName = ({ line_a, line_b }: ModelLine): string => `${line_a} = ${line_b}`

/** Formats 'Сопоставлено 34' or 'Отмечено разными 34', and how many pairs were refused. */
function doneText({ decision, decided, refused }: Done): string {
  const words = decision === 'same' ? `Сопоставлено ${decided}` : `Отмечено разными ${decided}`
  return refused === 0 ? words : `${words}, не удалось ${refused}`
}

interface LineItemProps {
  line: ModelLine
  busy: boolean
  /** alert about the last action */
  problem: ReactNode
  /** whether to focus the button that accepts the line when it is mounted */
  focused: boolean
  onDecide(decision: Decision): void
}

function LineItem({ line, busy, problem, focused, onDecide }: LineItemProps) {
  const { brand, sizes, disagreeing, example } = line
  const accept = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (focused) focusInItem(accept.current)
  }, [focused])
  const [listing, tyre] = compareNames(example.listing, example.tyre, [brand])
  const name = lineName(line)
  return (
    <li className="panel line">
      <h2 className="flex flex-wrap items-baseline gap-4-8 wrap-anywhere">
        <span className="text-14 font-normal text-muted">{brand}</span> {name}
        <span className="text-14 font-normal text-muted">{countText(sizes.length, SIZES)}</span>
      </h2>
      <div className="line-example grid text-14">
        <span className="flex items-center gap-8 text-14 text-muted">{example.site}</span>
        <span>
          <MarkedName parts={listing} />
        </span>
        <span className="flex items-center gap-8 text-14 text-muted">шина</span>
        <span>
          <MarkedName parts={tyre} />
        </span>
      </div>
      {disagreeing.length > 0 && (
        <p className="line-disagreeing text-14 bg-highlight rounded">
          Не сходится {countText(disagreeing.length, SIZES)}: {disagreeing.join(', ')}. «Принять все» оставит
          эти пары в очереди.
        </p>
      )}
      <details className="disclosure">
        <summary>Все размеры</summary>
        <p className="text-13 text-muted">
          {sizes.map((size, at) => (
            <Fragment key={size}>
              {at > 0 && ', '}
              {disagreeing.includes(size) ? <s>{size}</s> : size}
            </Fragment>
          ))}
        </p>
      </details>
      <div className="panel-actions">
        <Button
          ref={accept}
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
      {problem}
    </li>
  )
}
