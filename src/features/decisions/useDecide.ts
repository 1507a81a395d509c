import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type DecisionBasis, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { MissingInput } from '../../../contract/decisions/price-by.ts'
import type { Rule } from '../../../contract/decisions/rule.ts'
import { type OwnCosts, ownCostId } from '../../../contract/decisions/set.ts'
import type { ComparedPrice } from '../../../contract/reports/proposed-price.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { messageOf, OfflineMissError } from '../../data/errors.ts'
import { useAction } from '../../data/useAction.ts'
import { type Added, addTo, useBasket } from './basket.ts'
import { fetchOwnCosts } from './decision-queries.ts'
import { decideBy, FIRST_DRAFT, type RuleDraft, ruleOf } from './pricing-rule.ts'
import { citiesOfBases, type ReadProgress, type Scope, type Subject } from './subject.ts'

/** Decisions that were added to the basket. */
export interface AddedDecisions {
  added: Added
  /** for each missing input, the number of prices that were not decided */
  lacks: ReadonlyMap<MissingInput, number>
  /** warnings about missing costs and about prices that were not read */
  notes: readonly string[]
}

const NOT_WHOLE = `Прочитан не весь отчёт: за один раз решается не больше ${MAX_DECISIONS.toLocaleString('ru-RU')} цен. Для остальных выберите город или уточните фильтры.`

/** Returns the form of the dialog, the prices that it decides, and the action that adds the decisions to the basket. */
export function useDecide(subject: Subject) {
  const { basket } = useBasket()
  // Aborted when the dialog is unmounted, because the person would not see what was added.
  const { busy, problem, dismiss, cancel, run } = useAction({ words: messageOf })
  const [progress, setProgress] = useState<ReadProgress | null>(null)
  const [added, setAdded] = useState<AddedDecisions | null>(null)
  const form = useDecideForm(subject, () => {
    // The reading uses the form's former values.
    cancel()
    dismiss()
  })
  const { kind, city, draft, rule } = form
  const costs = useOwnCosts(form.rows)
  const { bases } = costs

  const readAll = async (signal: AbortSignal) => {
    const show = (at: ReadProgress) => !signal.aborted && setProgress(at)
    const read = await subject.all({ kind, city }, signal, show).catch((error: unknown) => {
      throw new Error(problemText(error))
    })
    return { ...(await costs.addCosts(read.bases)), isWhole: read.isWhole }
  }
  const decide = (by: Rule) =>
    run(async (signal) => {
      setProgress(bases ? null : { pages: 0, of: null })
      const priced = bases ? { ...costs, bases, isWhole: true } : await readAll(signal)
      signal.throwIfAborted()
      const { decisions, lacks } = decideBy(by, draft.round, priced.bases)
      const counts = await addTo(basket, decisions)
      if (!counts) throw new Error(basket.state.get().problem ?? '')
      const notes = [!priced.isWhole && NOT_WHOLE, priced.isMissing && NO_COSTS]
      setAdded({ added: counts, lacks, notes: notes.filter((note) => note !== false) })
    })

  return {
    form,
    /** prices to decide, with costs once they have loaded; null if pages must be read first */
    bases,
    isCostMissing: costs.isMissing,
    /** null unless pages are being read */
    progress: busy ? progress : null,
    problem,
    /** null until the decisions are added */
    added,
    canDecide: !busy && !costs.isLoading && rule !== null && bases?.length !== 0,
    decide: () => void (rule && decide(rule)),
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

/**
 * Adds the own costs to prices if the server offers them.
 * @param rows prices of the displayed rows; null while pages must be read first
 */
function useOwnCosts(rows: readonly DecisionBasis[] | null) {
  const companion = useQuery(companionQuery)
  const isOffered = companion.data?.offers.includes('decisions') ?? false
  const costs = useQuery({
    queryKey: ['own-costs', rows?.map(({ day, tyre }) => `${day} ${tyre}`)],
    queryFn: () => costsOf(rows ?? []),
    enabled: isOffered && rows !== null && rows.length > 0,
    staleTime: 60_000,
    // Removed soon after use, since each entry is for the rows of one page.
    gcTime: 60_000,
  })
  const bases = useMemo(() => rows && (costs.data ? withCosts(rows, costs.data) : rows), [rows, costs.data])
  return {
    /** the rows' prices, with costs once they have loaded; null while pages must be read first */
    bases,
    isLoading: companion.isLoading || costs.isLoading,
    /** whether costs could not be fetched; false if the server has none */
    isMissing: companion.isError || costs.isError,
    /** Adds the costs to prices that were read from pages. `isMissing` is true if they could not be fetched. */
    addCosts: async (read: readonly DecisionBasis[]) => {
      // Costs are optional; without them, prices can still be decided offline from saved pages.
      const fetched = isOffered ? await costsOf(read).catch(() => null) : new Map()
      const known = companion.isError ? null : fetched
      return { bases: known ? withCosts(read, known) : read, isMissing: known === null }
    },
  }
}

/** Warning for the user that the costs could not be fetched. */
export const NO_COSTS = 'Себестоимость узнать не удалось: проверьте цены по ней сами.'

/** Adds own wholesale prices and costs; values from the rows take precedence. */
function withCosts(bases: readonly DecisionBasis[], costs: OwnCosts): DecisionBasis[] {
  return bases.map((basis) => {
    const known = costs.get(ownCostId(basis.tyre, basis.city))
    return known
      ? { ...basis, wholesale: basis.wholesale ?? known.wholesale, cost: basis.cost ?? known.cost }
      : basis
  })
}

/**
 * Fetches the own costs of the tyres.
 * @throws errors of call
 */
async function costsOf(bases: readonly DecisionBasis[]): Promise<OwnCosts> {
  const [first] = bases
  if (!first) return new Map()
  return fetchOwnCosts(first.day, [...new Set(bases.map(({ tyre }) => tyre))])
}
