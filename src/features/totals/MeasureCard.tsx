import { type ReactNode, useId, useState } from 'react'
import {
  currentMeasureValue,
  MEASURE_WORDS,
  type Measure,
  type MeasureChange,
  measureBasis,
  measureBrief,
  measureChange,
  measureText,
  measureValue,
} from '../../../contract/totals/measures.ts'
import type { TotalsReport } from '../../../contract/totals/totals.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DayChart } from './DayChart.tsx'

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
  const { days, period } = report
  const { name, definition } = MEASURE_WORDS[measure]
  const value = currentMeasureValue(measure, report)
  const change = measureChange(measure, report)
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
      <p className="totals-change text-13" data-good={goodness(measure, change)}>
        {change?.text ?? (measure === 'coverage' ? 'на сегодня' : 'сравнить не с чем')}
        {change?.caution && <span className="totals-more">{change.caution}</span>}
      </p>
      <p className="totals-basis text-13 text-muted">{measureBrief(measure, report)}</p>
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

/** Whether a change is good for the shop; undefined for one that is neither, or that missing sites may have caused. */
function goodness(measure: Measure, change: MeasureChange | null): 'yes' | 'no' | undefined {
  if (!change || change.rose === null || change.caution !== null || measure === 'moves') return undefined
  return change.rose === (measure === 'first' || measure === 'coverage') ? 'yes' : 'no'
}
