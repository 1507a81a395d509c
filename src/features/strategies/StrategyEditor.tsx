import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { DECISION_CALLS } from '../../../contract/decisions/set-calls.ts'
import { ROUTES } from '../../../contract/routes.ts'
import type { StrategiesAnswer, StrategySettings } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { call } from '../../data/send-call.ts'
import { useAction } from '../../data/useAction.ts'
import { randomId } from '../../lib/random-id.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { PRICES } from '../../ui/nouns.ts'
import { countText } from '../../ui/plural.ts'
import { AskDialog } from '../cabinet/AskDialog.tsx'
import { addedText, addTo, useBasket } from '../decisions/basket.ts'
import { everySet, type NewSet } from '../decisions/decision-queries.ts'
import { ApprovalSection } from './ApprovalSection.tsx'
import { StrategyFields } from './StrategyFields.tsx'
import { StrategyPreview } from './StrategyPreview.tsx'
import { StrategySimulation } from './StrategySimulation.tsx'
import { type StrategyDraft, strategySettingsOf } from './strategy-draft.ts'
import { everyStrategy, fetchStrategyDecisions } from './strategy-queries.ts'

interface StrategyEditorProps {
  first: StrategyDraft
  /** null for a new strategy */
  strategy: StrategiesAnswer['strategies'][number] | null
  demandsApproval: boolean
  isAdmin: boolean
}

/** Pause in ms after the last change before the preview follows. */
const PREVIEW_PAUSE = 400
const NOTHING = 'Стратегия не решает ни одной цены: посмотрите справа, чего не хватает.'
const CUT = ' За один раз решается не больше 20 000 цен, остальные не вошли.'

interface SavedState {
  said: string
}

/** Form of a strategy beside what it would decide and would have asked (specification 19.14). */
export function StrategyEditor({ first, strategy, demandsApproval, isAdmin }: StrategyEditorProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { basket } = useBasket()
  const [draft, setDraft] = useState(first)
  const [removing, setRemoving] = useState(false)
  const [said, setSaid] = useState((useLocation().state as SavedState | null)?.said ?? '')
  const [progress, setProgress] = useState('')
  const [simulated, setSimulated] = useState<StrategySettings | null>(null)
  const { busy, problem, run, dismiss } = useAction()
  const sent = useRef<NewSet | null>(null)
  const settings = useMemo(() => strategySettingsOf(draft), [draft])
  const settled = useSettled(settings, PREVIEW_PAUSE)
  const id = strategy?.id ?? null
  const isSaved = strategy !== null && JSON.stringify(settings) === JSON.stringify(strategy.settings)
  const isUnapproved = demandsApproval && !(isSaved && strategy.approval !== null)

  /** Saves the strategy if it is new or was changed; returns its id. */
  const save = async (wanted: StrategySettings): Promise<number> => {
    if (isSaved) return strategy.id
    const saved = await (id === null
      ? call(STRATEGY_CALLS.create, wanted)
      : call(STRATEGY_CALLS.change, { id, ...wanted }))
    await queries.invalidateQueries(everyStrategy)
    return saved.id
  }
  const decide = (saved: number, signal: AbortSignal) =>
    fetchStrategyDecisions(saved, signal, (done, total) => {
      if (total > 0) setProgress(`Считаем: ${Math.floor((done / total) * 100)} %`)
    })
  const act = (work: (wanted: StrategySettings, signal: AbortSignal) => Promise<void>) => {
    if (!settings) return
    setSaid('')
    void run((signal) => work(settings, signal).finally(() => setProgress('')))
  }
  /** Shows a message on the page of the saved strategy. */
  const show = (saved: number, words: string) => {
    setSaid(words)
    if (id === null) void navigate(`${ROUTES.strategies}/${saved}`, { replace: true, state: { said: words } })
  }
  const onSave = () =>
    act(async (wanted) => {
      const saved = await save(wanted)
      const waits = demandsApproval ? ' Теперь её согласует второй человек.' : ''
      show(saved, `Стратегия «${wanted.name}» сохранена.${waits}`)
    })
  const onTake = () =>
    act(async (wanted, signal) => {
      const saved = await save(wanted)
      const { decisions, isCut } = await decide(saved, signal)
      if (decisions.length === 0) throw new Error(NOTHING)
      const added = await addTo(basket, decisions)
      if (!added) throw new Error('Не удалось сохранить решения на этом устройстве.')
      show(saved, `${addedText(added)}${isCut ? CUT : ''}`)
    })
  const onSet = () =>
    act(async (wanted, signal) => {
      const saved = await save(wanted)
      const { decisions, day, isCut } = await decide(saved, signal)
      if (decisions.length === 0) throw new Error(NOTHING)
      const name = `${wanted.name}, ${day.slice(8)}.${day.slice(5, 7)}`
      const isSame = JSON.stringify(sent.current?.decisions) === JSON.stringify(decisions)
      sent.current = { key: (isSame && sent.current?.key) || randomId(), name, decisions }
      await call(DECISION_CALLS.create, sent.current)
      await queries.invalidateQueries(everySet)
      const words = `Набор «${name}» сохранён: ${countText(decisions.length, PRICES)}.${isCut ? CUT : ''}`
      void navigate(`${ROUTES.decisions}#sets`, { state: { said: words } })
    })

  return (
    <div className="strategy-editor grid items-start gap-12">
      <form
        className="strategies-panel strategy-form"
        aria-label="Стратегия"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <StrategyFields
          draft={draft}
          suggestion={settings?.name ?? ''}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <div className="strategy-form-end grid gap-10 bg-raised border-t">
          {isUnapproved && (
            <p className="strategies-waiting text-13 bg-highlight rounded">
              Цены можно взять, когда стратегию согласует второй человек. До этого её можно менять и
              проверять.
            </p>
          )}
          {problem !== null && <Alert onDismiss={dismiss}>{problem}</Alert>}
          <p className="strategies-done text-success" role="status">
            {progress || said}
            {progress === '' && said.startsWith('Добавлено') && (
              <>
                {' '}
                <Link to={ROUTES.decisions}>Открыть решения</Link>
              </>
            )}
          </p>
          <div className="flex flex-wrap items-center gap-8">
            <Button variant="primary" blocked={busy || !settings || isUnapproved} onClick={onSet}>
              Сохранить набор
            </Button>
            <Button blocked={busy || !settings || isUnapproved} onClick={onTake}>
              В решения
            </Button>
            <Button type="submit" blocked={busy || !settings || isSaved}>
              {isSaved ? 'Сохранена' : 'Сохранить'}
            </Button>
            {strategy?.own && (
              <Button variant="quiet" blocked={busy} onClick={() => setRemoving(true)}>
                Удалить
              </Button>
            )}
          </div>
        </div>
      </form>
      <div className="grid gap-12 min-w-0">
        {settled && <StrategyPreview trial={{ id, settings: settled }} />}
        {!settled && (
          <p className="strategies-panel">Исправьте отмеченные поля: здесь будет видно, что изменится.</p>
        )}
        <StrategySimulation
          trial={simulated && { id, settings: simulated }}
          isOld={simulated !== null && JSON.stringify(simulated) !== JSON.stringify(settings)}
          isBlocked={!settings}
          onStart={() => setSimulated(settings)}
        />
        {strategy && <ApprovalSection strategy={strategy} isChanged={!isSaved} isAdmin={isAdmin} />}
      </div>
      {removing && strategy && (
        <AskDialog
          title={`Удалить стратегию «${strategy.settings.name}»?`}
          agree="Удалить"
          act={async () => {
            await call(STRATEGY_CALLS.remove, { id: strategy.id })
            await queries.invalidateQueries(everyStrategy)
          }}
          onDone={() => void navigate(ROUTES.strategies)}
          onClose={() => setRemoving(false)}
        >
          Она пропадёт у всей команды. Сохранённые наборы останутся.
        </AskDialog>
      )}
    </div>
  )
}
