import { type ReactNode, useId, useState } from 'react'
import {
  MEASURE_WORDS,
  type Measure,
  measureBasis,
  measureChange,
  measureText,
  measureValue,
} from '../../../contract/totals/measures.ts'
import type { TotalsReport } from '../../../contract/totals/totals.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DayChart } from './DayChart.tsx'

/** Number of sentences about the numbers behind a measure on its card; the dialog has all of them. */
const BASIS_LINES: Readonly<Record<Measure, number>> = {
  index: 1,
  first: 1,
  reaction: 2,
  moves: 2,
  coverage: 1,
}

interface MeasureCardProps {
  measure: Measure
  report: TotalsReport
  /** link to the tyres behind the number */
  link?: ReactNode
}

/** One of the numbers at the head of the totals, with its definition one click away (specification 27.3). */
export function MeasureCard({ measure, report, link }: MeasureCardProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { now, before, coverage, days, kind, period } = report
  const { name, definition } = MEASURE_WORDS[measure]
  const value = measureValue(measure, now, coverage)
  const former = measure === 'coverage' ? null : measureValue(measure, before, null)
  const change = measureChange(measure, value, former, kind)
  const basis = measureBasis(measure, report)
  return (
    <section className="totals-card" aria-labelledby={id}>
      <div className="totals-card-head">
        <h2 id={id}>{name}</h2>
        <button
          type="button"
          className="totals-how"
          aria-label={`Как посчитано: ${name}`}
          title="Как посчитано"
          onClick={() => setIsOpen(true)}
        >
          ?
        </button>
      </div>
      <p className="totals-number">{measureText(measure, value)}</p>
      <p className="totals-change" data-good={goodness(measure, change?.rose)}>
        {change?.text ?? (measure === 'coverage' ? 'на сегодня' : 'сравнить не с чем')}
      </p>
      <p className="totals-basis">{basis.slice(0, BASIS_LINES[measure]).join('. ')}</p>
      {measure !== 'coverage' && (
        <DayChart
          measure={measure}
          period={period}
          days={days.map(({ day, figures }) => ({
            day,
            value: figures && measureValue(measure, figures, null),
            missing: figures === null,
          }))}
        />
      )}
      {link}
      {isOpen && (
        <Dialog
          title={name}
          actions={<Button onClick={() => setIsOpen(false)}>Понятно</Button>}
          onClose={() => setIsOpen(false)}
        >
          <p>{definition}</p>
          <p>
            <b>{measureText(measure, value)}</b> посчитано так:
          </p>
          <ul className="totals-basis-list">
            {basis.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Dialog>
      )}
    </section>
  )
}

/** Whether a change is good for the shop; undefined for one that is neither. */
function goodness(measure: Measure, rose: boolean | null | undefined): 'yes' | 'no' | undefined {
  if (rose === null || rose === undefined || measure === 'moves') return undefined
  return rose === (measure === 'first' || measure === 'coverage') ? 'yes' : 'no'
}
