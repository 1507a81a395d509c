import './decisions.css'
import { useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { DecisionBasis } from '../../../contract/decisions/decision.ts'
import type { Rounding, Rule } from '../../../contract/decisions/rule.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField } from '../../ui/Field.tsx'
import { KIND_NAMES } from '../market/price-texts.ts'
import { addedText } from './basket.ts'
import { countedText, sumOf, sumText } from './effect.ts'
import { decideBy, missingInputText, RULES } from './pricing-rule.ts'
import { RuleFields } from './RuleBar.tsx'
import { citiesText, comparedText, type ReadProgress, type Subject } from './subject.ts'
import { type AddedDecisions, type DecideForm, NO_COSTS, useDecide } from './useDecide.ts'

/** Dialog that selects prices and a rule, and adds the results to the decisions (specification 19.2). */
export function DecideDialog({ subject, onClose }: { subject: Subject; onClose(): void }) {
  const { form, bases, isCostMissing, progress, problem, added, canDecide, decide } = useDecide(subject)
  const { city, decidedCities, rule } = form
  if (added) return <AddedDialog {...added} title={subject.title} onClose={onClose} />
  return (
    <Dialog
      title={subject.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button variant="primary" blocked={!canDecide} onClick={decide}>
            Добавить в решения
          </Button>
        </>
      }
    >
      <DecideFields subject={subject} form={form} />
      {decidedCities.length > 0 && (
        <p>
          {form.isOfAllCities ? 'Все города отчёта.' : citiesText(decidedCities)}{' '}
          {comparedText(decidedCities, subject.joined && city === null, subject.competitors)}
        </p>
      )}
      {bases && rule && <DecidePreview bases={bases} rule={rule} round={form.draft.round} />}
      {isCostMissing && <p>{NO_COSTS}</p>}
      {!bases && <p>Сначала будут прочитаны все страницы отчёта; итог виден после этого.</p>}
      <p className="decision-reading" role="status">
        {progress && progressText(progress)}
      </p>
      {problem && <Alert>{problem}</Alert>}
    </Dialog>
  )
}

const progressText = ({ pages, of }: ReadProgress): string =>
  of === null ? `Прочитано страниц: ${pages}…` : `Прочитано страниц: ${pages} из ${of}…`

/** Option value for all cities; no city has an empty name. */
const ALL_CITIES = ''

/** Fields for the prices that are decided, and for the rule. Fields with a single value are left out. */
function DecideFields({ subject, form }: { subject: Subject; form: DecideForm }) {
  const { cities, rows, proposes } = form
  return (
    <>
      {subject.scopes.length > 1 && (
        <Choice
          label="Какие строки"
          options={subject.scopes.map(({ scope: value, name }) => ({ value, name }))}
          value={form.scope}
          onChange={form.selectScope}
        />
      )}
      {subject.kinds.length > 1 && (
        <Choice
          label="Какая цена"
          options={subject.kinds.map((value) => ({ value, name: KIND_NAMES[value] }))}
          value={form.kind}
          onChange={form.selectKind}
        />
      )}
      <div className="decision-rule flex flex-wrap items-end gap-12">
        {(cities.length > 1 || (rows === null && cities.length > 0)) && (
          <SelectField
            label="Город"
            value={form.city ?? ALL_CITIES}
            onChange={(value) => form.selectCity(value || null)}
            none="Все города"
            options={cities.map((name) => ({ value: name, name }))}
          />
        )}
        <RuleFields
          draft={form.draft}
          rules={RULES.filter((by) => by !== 'proposed' || proposes)}
          onChange={form.changeRule}
        />
      </div>
    </>
  )
}

interface DecidePreviewProps {
  bases: readonly DecisionBasis[]
  rule: Rule
  round: Rounding
}

/** Text for the decisions that a rule would give, and for the prices that it cannot decide. */
function DecidePreview({ bases, rule, round }: DecidePreviewProps) {
  const settled = useDeferredValue(rule)
  const { decisions, lacks } = useMemo(() => decideBy(settled, round, bases), [settled, round, bases])
  if (bases.length === 0)
    return <p role="status">В этих строках нет наших цен выбранного вида: решать нечего.</p>
  const sum = sumOf(decisions)
  return (
    <p role="status">
      {decisions.length > 0 && `${sumText(sum, countedText(sum)).join('; ')}. `}
      {missingInputText(lacks)}
    </p>
  )
}

interface AddedDialogProps extends AddedDecisions {
  title: string
  onClose(): void
}

/** Dialog that says how many decisions were added, and leads to them. */
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
      <p role="status">{[addedText(added), missingInputText(lacks), ...notes].filter(Boolean).join(' ')}</p>
    </Dialog>
  )
}
