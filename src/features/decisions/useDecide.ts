import { useEffect, useMemo, useRef, useState } from 'react'
import { type DecisionBasis, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { Lack } from '../../../contract/decisions/price-by.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { messageOf, OfflineMissError } from '../../data/errors.ts'
import { type Added, addTo, useBasket } from './basket.ts'
import { decideBy, FIRST_DRAFT, type RuleDraft, ruleOf } from './pricing-rule.ts'
import type { ReadProgress, Scope } from './scope.ts'
import { citiesOfBases, type Subject } from './subject.ts'
import { NO_COSTS, useOwnCosts } from './useOwnCosts.ts'

/** State of adding decisions to the basket. */
type State =
  | { kind: 'asking'; problem: string | null }
  | { kind: 'reading'; progress: ReadProgress }
  | { kind: 'adding' }
  | ({ kind: 'added' } & AddedDecisions)

/** Decisions that were added to the basket. */
export interface AddedDecisions {
  added: Added
  /** for each missing input, the number of prices that were not decided */
  lacks: ReadonlyMap<Lack, number>
  /** warnings about missing costs and about prices that were not read */
  notes: readonly string[]
}

const NOT_WHOLE = `Прочитан не весь отчёт: за один раз решается не больше ${MAX_DECISIONS.toLocaleString('ru-RU')} цен. Для остальных выберите город или уточните фильтры.`

/**
 * Returns the form of the dialog, the prices that it decides, and the action that adds the decisions to the basket.
 * Failures are in the state, as text for the user.
 */
export function useDecide(subject: Subject) {
  const { basket } = useBasket()
  const [state, setState] = useState<State>({ kind: 'asking', problem: null })
  const reading = useRef<AbortController>(null)
  // Stops reading when the dialog is unmounted, because the person would not see what was added.
  useEffect(() => () => reading.current?.abort(), [])
  const form = useDecideForm(subject, () => {
    // The reading uses the form's former values.
    reading.current?.abort()
    setState({ kind: 'asking', problem: null })
  })
  const { kind, city, draft, rule } = form
  const costs = useOwnCosts(form.rows)
  const { bases } = costs

  const add = async (decided: readonly DecisionBasis[], notes: readonly string[]) => {
    if (!rule) return
    setState({ kind: 'adding' })
    const { decisions, lacks } = decideBy(rule, draft.round, decided)
    const added = await addTo(basket, decisions)
    setState(
      added
        ? { kind: 'added', added, lacks, notes }
        : { kind: 'asking', problem: basket.state.get().problem },
    )
  }

  const readAndAdd = async () => {
    const controller = new AbortController()
    const { signal } = controller
    reading.current = controller
    setState({ kind: 'reading', progress: { pages: 0, of: null } })
    try {
      const read = await subject.all({ kind, city }, signal, (progress) => {
        if (!signal.aborted) setState({ kind: 'reading', progress })
      })
      const priced = await costs.addCosts(read.bases)
      if (signal.aborted) return
      const notes = [!read.isWhole && NOT_WHOLE, priced.isMissing && NO_COSTS]
      await add(
        priced.bases,
        notes.filter((note) => note !== false),
      )
    } catch (error) {
      if (!signal.aborted) setState({ kind: 'asking', problem: problemText(error) })
    }
  }

  return {
    form,
    /** prices to decide, with costs once they have loaded; null if pages must be read first */
    bases,
    isCostMissing: costs.isMissing,
    state,
    canDecide: state.kind === 'asking' && !costs.isLoading && rule !== null && bases?.length !== 0,
    decide: () => void (bases ? add(bases, costs.isMissing ? [NO_COSTS] : []) : readAndAdd()),
  }
}

function problemText(error: unknown): string {
  if (error instanceof OfflineMissError)
    return 'Нет связи с сервером, а на устройстве сохранены не все страницы отчёта. Решите цены этой страницы.'
  return `Не удалось прочитать отчёт: ${messageOf(error)}. Ничего не добавлено.`
}

export type DecideForm = ReturnType<typeof useDecideForm>

/**
 * Returns the state of the dialog's form: which prices are decided, and by which rule.
 * @param onChange called when the person changes the form
 */
function useDecideForm(subject: Subject, onChange: () => void) {
  const [scope, setScope] = useState<Scope>(subject.scopes[0]?.scope ?? 'page')
  const [chosen, setChosen] = useState(subject.first)
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const [touched, setTouched] = useState(false)
  const { kind } = chosen
  const cities = useMemo(() => subject.citiesOf(kind), [subject, kind])
  const city = chosen.city !== null && cities.includes(chosen.city) ? chosen.city : null
  const rows = useMemo(() => subject.near(scope, { kind, city }), [subject, scope, kind, city])
  const decidedCities = useMemo(
    () => (rows ? citiesOfBases(rows) : city === null ? cities : [city]),
    [rows, city, cities],
  )
  const proposes = useMemo(
    () => (subject.near('page', { kind, city }) ?? []).some(({ proposed }) => proposed !== null),
    [subject, kind, city],
  )
  // Preselects the rule 'proposed price' if the report proposes prices.
  const shownDraft: RuleDraft = touched || !proposes ? draft : { ...draft, by: 'proposed', round: '1' }
  return {
    scope,
    kind,
    /** selected city; null for all cities */
    city,
    /** cities that can be selected */
    cities,
    /** prices of the displayed rows; null if pages must be read first */
    rows,
    /** cities of the prices that are decided */
    decidedCities,
    /** whether prices of all cities are decided; unread pages may have other cities than the displayed page */
    isOfAllCities: rows === null && city === null,
    /** whether the report proposes prices */
    proposes,
    draft: shownDraft,
    /** null while a number is missing or invalid */
    rule: ruleOf(shownDraft),
    selectScope: (next: Scope) => {
      onChange()
      setScope(next)
    },
    selectKind: (next: ComparedPrice) => {
      onChange()
      setChosen({ ...chosen, kind: next })
    },
    selectCity: (next: string | null) => {
      onChange()
      setChosen({ ...chosen, city: next })
    },
    changeRule: (next: RuleDraft) => {
      onChange()
      setTouched(true)
      setDraft(next)
    },
  }
}
