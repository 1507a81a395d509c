import { ListChecks } from 'lucide'
import { useRef, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { FilterSet } from '../../../../../contract/reports/filter-sets.ts'
import { FILTERS, type FilterName } from '../../../../../contract/reports/filters.ts'
import { Icon, IconDrawing } from '../../../../ui/Icon.tsx'
import { setText, valueParts } from '../../../report-choice/choice-parts.ts'
import type { FormChoice } from '../useFormChoice.ts'
import { SeveralDialog } from './SeveralDialog.tsx'
import './several.css'

export interface SeveralProps {
  name: FilterName
  form: FormChoice
  options: readonly string[]
}

/** Control for several values of a filter (specification 4.31): a button for the dialog, or the chosen values. */
export function Several({ name, form, options }: SeveralProps) {
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLDivElement>(null)
  const { label } = FILTERS[name]
  const { [name]: value = '' } = form.choice.filters
  const { [name]: set } = form.choice.sets
  if (!set && options.length < 2) return null

  // The chosen control is replaced by another one; the focus moves to the replacement.
  const choose = (single: string, next?: FilterSet) => {
    const field = whole.current?.parentElement
    flushSync(() => {
      setOpen(false)
      form.setFilter(name, single, next)
    })
    field?.querySelector<HTMLElement>('.several-value, select, input')?.focus()
  }

  return (
    <div ref={whole} className="several" data-chosen={set !== undefined}>
      {set ? (
        <>
          <button
            type="button"
            className="several-value"
            aria-label={`${label}: ${setText(set)}`}
            title={set.values.join(', ')}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <SetNames set={set} />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={`Сбросить: ${label}`}
            onClick={() => choose('')}
          >
            <Icon name="close" />
          </button>
        </>
      ) : (
        <button
          type="button"
          className="several-open"
          title="Несколько значений"
          aria-label={`${label}: несколько значений`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <IconDrawing of={ListChecks} />
        </button>
      )}
      {open &&
        // Rendered outside the form: an Enter key in the dialog would otherwise submit the form.
        createPortal(
          <SeveralDialog
            label={label}
            options={options}
            chosen={set ?? { values: value === '' ? [] : [value], except: false }}
            onClose={() => setOpen(false)}
            onChoose={({ values, except }) => {
              const [only = ''] = values
              if (except ? values.length > 0 : values.length > 1) choose('', { values, except })
              else choose(only)
            }}
          />,
          document.body,
        )}
    </div>
  )
}

/** Displays the values like setText. The number of the others stays visible if the names do not fit. */
function SetNames({ set: { values, except } }: { set: FilterSet }) {
  const [named, others] = valueParts(values)
  return (
    <>
      {except && <span>Кроме:&nbsp;</span>}
      <span className="several-named">{named}</span>
      {others && <span>&nbsp;{others.trim()}</span>}
    </>
  )
}
