import { type FormEvent, useId, useLayoutEffect, useRef } from 'react'
import { hostName } from '../../../contract/lib/host-name.ts'
import { Button } from '../../ui/Button.tsx'
import type { PagesFilter } from './page-list-calls.ts'
import { PAGE_STATE_WORDS } from './track/page-text.ts'

interface PagesFilterFormProps {
  filter: PagesFilter
  /** suggestions for the field with the site */
  sites: readonly string[]
  onChoose(filter: PagesFilter): void
}

const NAMES = ['state', 'site'] as const
const NO_FILTER: PagesFilter = { state: '', site: '' }
const LONGEST_SITE = 300

/** Form with the filters of the tracked pages; 'Показать' applies them. */
export function PagesFilterForm({ filter, sites, onChoose }: PagesFilterFormProps) {
  const id = useId()
  const whole = useRef<HTMLFormElement>(null)
  const fill = (values: PagesFilter) => {
    for (const name of NAMES) {
      const control = whole.current?.elements.namedItem(name)
      if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)
        control.value = values[name]
    }
  }
  // Updates the uncontrolled fields when 'back' or a link changes the URL, without remounting them. A layout effect: an
  // ordinary one could overwrite input entered right after the paint.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new filter counts
  useLayoutEffect(() => fill(filter), [filter])
  const reset = () => {
    // Also clears input that has not been applied.
    fill(NO_FILTER)
    if (NAMES.some((name) => filter[name] !== '')) onChoose(NO_FILTER)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = { state: String(form.get('state') ?? ''), site: hostName(String(form.get('site') ?? '')) }
    fill(chosen)
    onChoose(chosen)
  }
  return (
    <form ref={whole} className="pages-filter panel" aria-label="Отбор страниц" onSubmit={submit}>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-state`}>
          Состояние
        </label>
        <select id={`${id}-state`} name="state" className="input">
          <option value="">Все</option>
          {Object.entries(PAGE_STATE_WORDS).map(([state, words]) => (
            <option key={state} value={state}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label className="field-label" htmlFor={`${id}-site`}>
          Сайт
        </label>
        <input
          id={`${id}-site`}
          name="site"
          className="input"
          type="search"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="shop.ru"
          maxLength={LONGEST_SITE}
          list={`${id}-sites`}
        />
        <datalist id={`${id}-sites`}>
          {sites.map((site) => (
            <option key={site} value={site} />
          ))}
        </datalist>
      </div>
      <div className="panel-actions">
        <Button type="submit" variant="primary">
          Показать
        </Button>
        <Button onClick={reset}>Сбросить</Button>
      </div>
    </form>
  )
}
