import { type ComponentProps, type FormEvent, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'

interface FilterFormProps<Filters extends Readonly<Record<string, string>>>
  extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** accessible name */
  label: string
  /** values of the fields, by their names; the fields are uncontrolled */
  filters: Filters
  /** values that 'Сбросить' fills in and applies */
  none: Filters
  /** corrects what was entered, in the fields too */
  tidy?(entered: Filters): Filters
  onChoose(filters: Filters): void
  actions?: ReactNode
}

/** Form with the filters of a page, which 'Показать' applies; its fields are the children. */
export function FilterForm<Filters extends Readonly<Record<string, string>>>({
  label,
  className = '',
  filters,
  none,
  tidy = (entered) => entered,
  onChoose,
  actions,
  children,
  ...rest
}: FilterFormProps<Filters>) {
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(none)
  const fill = (values: Filters) => {
    for (const name of names) {
      const control = form.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = values[name] ?? ''
    }
  }
  // Updates the uncontrolled fields when 'back' or a link changes the URL, without remounting them, so that the focus
  // stays. A layout effect: an ordinary one could overwrite input entered right after the paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new filters count
  useLayoutEffect(() => fill(filters), [names.map((name) => filters[name]).join('\n')])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const entered = names.map((name) => [name, String(given.get(name) ?? '').trim()])
    const chosen = tidy(Object.fromEntries(entered) as Filters)
    fill(chosen)
    onChoose(chosen)
  }
  const reset = () => {
    // Also clears input that has not been applied.
    fill(none)
    if (names.some((name) => filters[name] !== none[name])) onChoose(none)
  }
  return (
    <form
      ref={form}
      className={`panel filter-form ${className}`}
      aria-label={label}
      onSubmit={submit}
      {...rest}
    >
      {children}
      <div className="panel-actions">
        <Button type="submit" variant="primary">
          Показать
        </Button>
        <Button onClick={reset}>Сбросить</Button>
        {actions}
      </div>
    </form>
  )
}

type Filters<Name extends string> = Readonly<Record<Name, string>>

/**
 * Filters of a page in its URL, so that links, reloading and 'back' preserve them; '' for no filter.
 * @param names parameters of the URL, in a constant
 */
export function useAddressFilters<Name extends string>(
  names: readonly Name[],
): [Filters<Name>, (filters: Filters<Name>) => void] {
  const [query, setQuery] = useSearchParams()
  const address = query.toString()
  const filters = useMemo(() => {
    const given = new URLSearchParams(address)
    return Object.fromEntries(names.map((name) => [name, given.get(name) ?? ''])) as Filters<Name>
  }, [address, names])
  const choose = (chosen: Filters<Name>) =>
    setQuery(Object.entries<string>(chosen).filter(([, value]) => value !== ''))
  return [filters, choose]
}
