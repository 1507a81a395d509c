import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Decision, decisionId } from '../../../contract/decisions/decision.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { useFocusWithin } from '../../ui/useFocusWithin.ts'
import { addedText, addTo, useBasket } from './basket.ts'
import { rowActions, type Tone } from './DecisionRow.tsx'
import { DecisionTable, useTicks } from './DecisionTable.tsx'
import {
  type DecisionOrder,
  needsLook,
  ORDER_NAMES,
  SHOW_NAMES,
  type Show,
  sumOf,
  sumText,
  visibleDecisions,
} from './effect.ts'
import { FileDialog } from './file/FileDialog.tsx'
import { RuleBar, StrategiesLink } from './RuleBar.tsx'
import { SetsSection } from './sets/SetsSection.tsx'
import './decisions.css'

const SHOWS = ['all', 'look', 'same'] as const satisfies readonly Show[]

/** Message about the result of an action. */
interface Told {
  words: string
  tone: Tone
  /** counter of messages; an equal text is announced again if it changes */
  time: number
}

/** Page on which decided prices are reviewed and exported to a file (specification 19.4). */
export default function DecisionsPage() {
  useDocumentTitle('Решения')
  const loaded = useBasket()
  return loaded.decisions ? (
    <Decisions {...loaded} decisions={loaded.decisions} />
  ) : (
    <Loading text="Загрузка решений..." />
  )
}

interface LoadedBasket extends ReturnType<typeof useBasket> {
  decisions: readonly Decision[]
}

function Decisions({ basket, decisions, problem, isBroken, former }: LoadedBasket) {
  const [show, setShow] = useState<Show>('all')
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<DecisionOrder>('added')
  const [filing, setFiling] = useState(false)
  const [told, setTold] = useState<Told>({ words: '', tone: 'done', time: 0 })
  const tell = useCallback(
    (words: string, tone: Tone = 'done') => setTold(({ time }) => ({ words, tone, time: time + 1 })),
    [],
  )
  const whole = useRef<HTMLDivElement>(null)
  useFocusWithin(whole)
  const ticks = useTicks()
  const actions = useMemo(() => rowActions(basket, tell), [basket, tell])
  const text = useDeferredValue(search)
  const shown = useMemo(() => visibleDecisions(decisions, show, text, order), [decisions, show, text, order])
  const sum = useMemo(() => sumOf(decisions), [decisions])
  const ticked = useMemo(
    () => decisions.filter((decision) => ticks.ticked.has(decisionId(decision))),
    [decisions, ticks.ticked],
  )
  const targets = ticked.length > 0 ? ticked : shown
  const unlooked = useMemo(() => targets.filter(needsLook), [targets])
  const undo = async () => {
    if (await basket.undo()) tell('Последнее изменение отменено.')
  }
  const onUndo = former && (() => void undo())
  const idsOf = (those: readonly Decision[]) => new Set(those.map(decisionId))

  return (
    <div ref={whole} className="decisions flex gap-10" tabIndex={-1}>
      {problem !== null && (
        <Alert action={isBroken && <Button onClick={() => void basket.clear()}>Начать с пустых</Button>}>
          {problem}
        </Alert>
      )}
      {decisions.length === 0 ? (
        <Empty onUndo={onUndo} />
      ) : (
        <RuleBar
          targets={targets}
          ticked={ticked.length}
          onApply={async (make, words) => {
            if (await basket.change(make)) tell(words)
          }}
          onUnsuited={(words) => tell(words, 'warning')}
        />
      )}
      {/* Also rendered without decisions, to announce that the last ones were removed. */}
      <div className="decisions-sums flex flex-wrap">
        {decisions.length > 0 && <p className="font-semibold tabular-nums">{sumText(sum).join(' · ')}</p>}
        <p className={`decisions-${told.tone}`} role="status">
          <span key={told.time}>{told.words}</span>
        </p>
      </div>
      {decisions.length > 0 && (
        <>
          <div className="decisions-tools flex flex-wrap items-center gap-8">
            <Choice
              label="Показать"
              options={SHOWS.map((value) => ({ value, name: SHOW_NAMES[value] }))}
              value={show}
              onChange={(next) => setShow(next)}
            />
            <input
              type="search"
              className="input decisions-search"
              aria-label="Найти среди решений"
              placeholder="Найти: шина, артикул, город"
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
            <select
              className="input decisions-order"
              aria-label="Порядок"
              value={order}
              onChange={({ target }) => setOrder(target.value as DecisionOrder)}
            >
              {Object.entries(ORDER_NAMES).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
            {unlooked.length > 0 && (
              <Button
                onClick={async () => {
                  if (await actions.setChecked(idsOf(unlooked), true))
                    tell(`Проверено: ${countText(unlooked.length, PRICES)}.`)
                }}
              >
                Проверено: {unlooked.length}
              </Button>
            )}
            <Button
              blocked={ticked.length === 0}
              onClick={async () => {
                if (await actions.remove(idsOf(ticked))) ticks.clear()
              }}
            >
              Убрать отмеченные
            </Button>
            {/* Takes its place before it is needed: a price is stored on blur, and the row under the click would move. */}
            <Button className={onUndo ? undefined : 'decisions-reserved'} onClick={() => onUndo?.()}>
              Отменить
            </Button>
            <Button
              variant="primary"
              className="decisions-file"
              data-palette="файл xlsx csv решения"
              onClick={() => setFiling(true)}
            >
              Скачать
            </Button>
          </div>
          <p className="decisions-shown" role="status">
            {shown.length < decisions.length && `Показано: ${shown.length} из ${decisions.length}.`}
          </p>
          {shown.length === 0 ? (
            <p className="results-note">
              Таких решений нет.{' '}
              <Button
                onClick={() => {
                  setShow('all')
                  setSearch('')
                }}
              >
                Показать все
              </Button>
            </p>
          ) : (
            <DecisionTable decisions={shown} ticks={ticks} actions={actions} />
          )}
        </>
      )}
      <SetsSection
        decisions={decisions}
        onTake={async (taken) => {
          const added = await addTo(basket, taken)
          return added ? addedText(added) : ''
        }}
      />
      {filing && (
        <FileDialog decisions={ticked.length > 0 ? ticked : decisions} onClose={() => setFiling(false)} />
      )}
    </div>
  )
}

function Empty({ onUndo }: { onUndo: (() => void) | null }) {
  return (
    <div className="decisions-empty grid justify-items-start gap-10 text-muted">
      <p>Решённых цен пока нет.</p>
      <p>
        Откройте отчёт, например{' '}
        <Link className="text-accent" to={REPORTS.proposals.route}>
          «{REPORTS.proposals.title}»
        </Link>
        , и нажмите над таблицей «Решить цены»: цены по правилу соберутся здесь и уйдут файлом.
      </p>
      <StrategiesLink words="Или напишите стратегию: она сама решает цены выбранных шин и проверяется на последних 30 днях." />
      {onUndo && <Button onClick={onUndo}>Отменить</Button>}
    </div>
  )
}
