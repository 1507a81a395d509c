import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type DecisionBasis, MAX_DECISIONS } from '../../../contract/decisions/decision.ts'
import type { Rule } from '../../../contract/decisions/rule.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { companionQuery } from '../../data/companion-query.ts'
import { messageOf, OfflineMissError } from '../../data/errors.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { KIND_NAMES } from '../market/texts.ts'
import { decideBy, type Lack } from './apply-rule.ts'
import { type Added, addedText, addTo } from './basket.ts'
import { citiesText, comparedText } from './city-text.ts'
import { sumOf } from './effect.ts'
import { costsOf, withCosts } from './own-costs.ts'
import { RuleFields } from './RuleFields.tsx'
import { FIRST_DRAFT, RULES, ruleOf } from './rule-draft.ts'
import { lackText } from './rule-text.ts'
import type { ReadProgress, Scope } from './scope.ts'
import { citiesOfBases, type Subject } from './subject.ts'
import { sumText } from './sum-text.ts'
import { useBasket } from './useBasket.ts'
import './decisions.css'

type State =
  | { kind: 'asking'; problem: string | null }
  | { kind: 'reading'; progress: ReadProgress }
  | { kind: 'adding' }
  | { kind: 'added'; added: Added; lacks: ReadonlyMap<Lack, number>; notes: readonly string[] }

const ALL_CITIES = ''
const NO_COSTS = 'Себестоимость узнать не удалось: проверьте цены по ней сами.'
const NOT_WHOLE = `Прочитан не весь отчёт: за один раз решается не больше ${MAX_DECISIONS.toLocaleString('ru-RU')} цен. Для остальных выберите город или уточните фильтры.`

/** Dialog that selects prices and a rule, and adds the results to the decisions (specification 19.2). */
export function DecideDialog({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const id = useId()
  const { basket } = useBasket()
  const [scope, setScope] = useState<Scope>(subject.scopes[0]?.scope ?? 'page')
  const [chosen, setChosen] = useState(subject.first)
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const [state, setState] = useState<State>({ kind: 'asking', problem: null })
  const reading = useRef<AbortController>(null)
  const cities = useMemo(() => subject.citiesOf(chosen.kind), [subject, chosen.kind])
  const city = chosen.city !== null && cities.includes(chosen.city) ? chosen.city : null
  const rows = useMemo(
    () => subject.near(scope, { kind: chosen.kind, city }),
    [subject, scope, chosen.kind, city],
  )
  const companion = useQuery(companionQuery)
  const costsKnown = companion.data?.offers.includes('decisions') ?? false
  const costs = useQuery({
    queryKey: ['own-costs', rows?.map(({ day, tyre }) => `${day} ${tyre}`)],
    queryFn: () => costsOf(rows ?? []),
    enabled: costsKnown && rows !== null && rows.length > 0,
    staleTime: 60_000,
    // Removed soon after use, since each entry is for the rows of one page.
    gcTime: 60_000,
  })
  const costsMissing = companion.isError || costs.isError
  const near = useMemo(() => rows && (costs.data ? withCosts(rows, costs.data) : rows), [rows, costs.data])
  const decided = useMemo(
    () => (rows ? citiesOfBases(rows) : city === null ? cities : [city]),
    [rows, city, cities],
  )
  // Pages that have not been read may have other cities than the displayed page.
  const isOfAllCities = rows === null && city === null
  // Preselects the rule 'proposed price' if the report proposes prices.
  const proposes = useMemo(
    () => (subject.near('page', { kind: chosen.kind, city }) ?? []).some(({ proposed }) => proposed !== null),
    [subject, chosen.kind, city],
  )
  const [touched, setTouched] = useState(false)
  const shownDraft = touched || !proposes ? draft : { ...draft, by: 'proposed' as const, round: '1' as const }
  const rule = ruleOf(shownDraft)
  // Stops reading when the dialog is unmounted, because the person would not see what was added.
  useEffect(() => () => reading.current?.abort(), [])

  const add = async (bases: readonly DecisionBasis[], notes: readonly string[]) => {
    if (!rule) return
    setState({ kind: 'adding' })
    const { decisions, lacks } = decideBy(rule, shownDraft.round, bases)
    const added = await addTo(basket, decisions)
    setState(
      added
        ? { kind: 'added', added, lacks, notes }
        : { kind: 'asking', problem: basket.state.get().problem },
    )
  }
  const decide = async () => {
    if (near) return add(near, costsMissing ? [NO_COSTS] : [])
    const controller = new AbortController()
    reading.current = controller
    setState({ kind: 'reading', progress: { pages: 0, of: null } })
    try {
      const told = (progress: ReadProgress) => {
        if (!controller.signal.aborted) setState({ kind: 'reading', progress })
      }
      const { bases, isWhole } = await subject.all({ kind: chosen.kind, city }, controller.signal, told)
      // Costs are optional; without them, prices can still be decided offline from saved pages.
      const asked = costsKnown ? await costsOf(bases).catch(() => null) : new Map()
      const known = companion.isError ? null : asked
      if (controller.signal.aborted) return
      const notes = [!isWhole && NOT_WHOLE, known === null && NO_COSTS].filter((note) => note !== false)
      await add(known ? withCosts(bases, known) : bases, notes)
    } catch (error) {
      if (!controller.signal.aborted) setState({ kind: 'asking', problem: problemWords(error) })
    }
  }

  /** Aborts the reading when the form changes, because the reading uses the form's former values. */
  const changed = () => {
    reading.current?.abort()
    setState({ kind: 'asking', problem: null })
  }

  if (state.kind === 'added') return <AddedDialog {...state} title={subject.title} onClose={onClose} />
  return (
    <Dialog
      title={subject.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            blocked={
              state.kind !== 'asking' || companion.isLoading || costs.isLoading || !rule || near?.length === 0
            }
            onClick={() => void decide()}
          >
            Добавить в решения
          </Button>
        </>
      }
    >
      {subject.scopes.length > 1 && (
        <Choice
          label="Какие строки"
          options={subject.scopes.map(({ scope: value, name }) => ({ value, name }))}
          value={scope}
          onChange={(next) => {
            changed()
            setScope(next)
          }}
        />
      )}
      {subject.kinds.length > 1 && (
        <Choice
          label="Какая цена"
          options={subject.kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
          value={chosen.kind}
          onChange={(kind) => {
            changed()
            setChosen({ ...chosen, kind })
          }}
        />
      )}
      <div className="decision-rule">
        {(cities.length > 1 || (rows === null && cities.length > 0)) && (
          <div className="field">
            <label className="field-label" htmlFor={id}>
              Город
            </label>
            <select
              id={id}
              className="input"
              value={city ?? ALL_CITIES}
              onChange={({ target }) => {
                changed()
                setChosen({ ...chosen, city: target.value || null })
              }}
            >
              <option value={ALL_CITIES}>Все города</option>
              {cities.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
        <RuleFields
          draft={shownDraft}
          rules={RULES.filter((by) => by !== 'proposed' || proposes)}
          onChange={(next) => {
            changed()
            setTouched(true)
            setDraft(next)
          }}
        />
      </div>
      {decided.length > 0 && (
        <p>
          {isOfAllCities ? 'Все города отчёта.' : citiesText(decided)}{' '}
          {comparedText(decided, subject.joined && city === null)}
        </p>
      )}
      {near && rule && <Preview bases={near} rule={rule} round={shownDraft.round} />}
      {costsMissing && <p>{NO_COSTS}</p>}
      {!near && <p>Сначала будут прочитаны все страницы отчёта; итог виден после этого.</p>}
      <p className="decision-reading" role="status">
        {state.kind === 'reading' && readingWords(state.progress)}
      </p>
      {state.kind === 'asking' && state.problem !== null && <Alert>{state.problem}</Alert>}
    </Dialog>
  )
}

const readingWords = ({ pages, of }: ReadProgress): string =>
  of === null ? `Прочитано страниц: ${pages}…` : `Прочитано страниц: ${pages} из ${of}…`

function problemWords(error: unknown): string {
  if (error instanceof OfflineMissError)
    return 'Нет связи с сервером, а на устройстве сохранены не все страницы отчёта. Решите цены этой страницы.'
  return `Не удалось прочитать отчёт: ${messageOf(error)}. Ничего не добавлено.`
}

function Preview({
  bases,
  rule,
  round,
}: {
  bases: readonly DecisionBasis[]
  rule: Rule
  round: Parameters<typeof decideBy>[1]
}) {
  const settled = useDeferredValue(rule)
  const { decisions, lacks } = useMemo(() => decideBy(settled, round, bases), [settled, round, bases])
  if (bases.length === 0)
    return <p role="status">В этих строках нет наших цен выбранного вида: решать нечего.</p>
  return (
    <p role="status">
      {decisions.length > 0 && `${sumText(sumOf(decisions)).join('; ')}. `}
      {lackText(lacks)}
    </p>
  )
}

interface AddedDialogProps {
  title: string
  added: Added
  lacks: ReadonlyMap<Lack, number>
  /** warnings about missing costs and about prices that were not read */
  notes: readonly string[]
  onClose(): void
}

function AddedDialog({ title, added, lacks, notes, onClose }: AddedDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Продолжить</Button>
          <Link className="button button-primary" to={ROUTES.decisions}>
            Открыть решения
          </Link>
        </>
      }
    >
      <p role="status">{[addedText(added), lackText(lacks), ...notes].filter(Boolean).join(' ')}</p>
    </Dialog>
  )
}
