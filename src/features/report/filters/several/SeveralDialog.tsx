import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { type FilterSet, MAX_VALUES } from '../../../../../contract/reports/filter-sets.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Choice } from '../../../../ui/Choice.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { searchValues } from '../SearchBox.tsx'

/** Maximum number of rendered values; the others are found by typing. */
const DRAWN = 150

const number = new Intl.NumberFormat('ru-RU')

const KINDS = [
  { value: 'only', name: 'Только эти' },
  { value: 'except', name: 'Все, кроме' },
] as const

interface SeveralDialogProps {
  label: string
  options: readonly string[]
  /** values that are chosen when the dialog opens; may be empty */
  chosen: FilterSet
  onChoose(chosen: FilterSet): void
  onClose(): void
}

/** Dialog to choose several values of a filter, or values to exclude; 'Готово' applies them to the field. */
export function SeveralDialog({ label, options, chosen, onChoose, onClose }: SeveralDialogProps) {
  const [except, setExcept] = useState(chosen.except)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(chosen.values))
  const [typed, setTyped] = useState('')
  // Values that are chosen when the dialog opens come first, even if the list does not contain them.
  const values = useMemo(
    () => [...chosen.values, ...options.filter((option) => !chosen.values.includes(option))],
    [chosen, options],
  )
  const found = useMemo(() => searchValues(values, (value) => value, typed), [values, typed])
  const isFull = ticked.size >= MAX_VALUES
  const toggle = (value: string) => {
    const next = new Set(ticked)
    if (!next.delete(value) && !isFull) next.add(value)
    setTicked(next)
  }
  return (
    <Dialog
      title={`${label}: несколько значений`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            variant="primary"
            // Sorts the values as in the list, regardless of the order in which they were ticked.
            onClick={() => onChoose({ values: inOrderOf([...options, ...chosen.values], ticked), except })}
          >
            Готово
          </Button>
        </>
      }
    >
      <Choice
        label="Что показывать"
        options={KINDS}
        value={except ? 'except' : 'only'}
        onChange={(kind) => setExcept(kind === 'except')}
      />
      <ValueList
        label={label}
        found={found}
        ticked={ticked}
        isFull={isFull}
        typed={typed}
        onType={setTyped}
        onToggle={toggle}
      />
      <div className="flex items-center justify-between gap-8">
        <p role="status">
          {typed.trim() !== '' && `Найдено: ${number.format(found.length)}. `}
          Выбрано: {number.format(ticked.size)}
          {isFull && ', больше нельзя'}
        </p>
        <Button variant="quiet" blocked={ticked.size === 0} onClick={() => setTicked(new Set())}>
          Сбросить
        </Button>
      </div>
    </Dialog>
  )
}

const inOrderOf = (values: readonly string[], ticked: ReadonlySet<string>): string[] => [
  ...new Set(values.filter((value) => ticked.has(value))),
]

interface ValueListProps {
  label: string
  found: readonly string[]
  ticked: ReadonlySet<string>
  isFull: boolean
  typed: string
  onType(typed: string): void
  onToggle(value: string): void
}

/** List of checkboxes with a single tab stop. Arrow keys move through it, and to the search field above. */
function ValueList({ label, found, ticked, isFull, typed, onType, onToggle }: ValueListProps) {
  const [active, setActive] = useState(0)
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // After the dialog's own focus. Skipped on touch devices, where the on-screen keyboard would cover the list.
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) search.current?.focus()
  }, [])
  const shown = found.slice(0, DRAWN)
  const focus = (at: number) => list.current?.querySelectorAll('input')[at]?.focus()
  const walk = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0) search.current?.focus()
    else focus(to)
  }
  return (
    <>
      <input
        ref={search}
        type="search"
        className="input"
        aria-label="Найти в списке"
        placeholder="Найти"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => {
          onType(target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          const [only, ...others] = found
          if (event.key === 'Enter' && only !== undefined && others.length === 0) onToggle(only)
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          focus(0)
        }}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in every browser */}
      <div ref={list} className="several-list" role="group" aria-label={label} onKeyDown={walk}>
        {shown.map((value, at) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={ticked.has(value)}
              aria-disabled={(isFull && !ticked.has(value)) || undefined}
              tabIndex={at === Math.min(active, shown.length - 1) ? 0 : -1}
              onFocus={() => setActive(at)}
              onChange={() => onToggle(value)}
            />
            <span>{value}</span>
          </label>
        ))}
        {found.length === 0 && <p>Ничего не найдено</p>}
        {found.length > DRAWN && (
          <p>
            Показаны первые {DRAWN} из {number.format(found.length)}, остальные найдёт поиск
          </p>
        )}
      </div>
    </>
  )
}
