import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { cutQuery } from '../../../contract/search/cut-query.ts'
import { soughtBy } from '../../../contract/search/marks.ts'
import { cardPath } from '../../../contract/tyre/card-path.ts'
import { preferences } from '../../lib/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { besideTable } from './beside-table.ts'
import { type Item, itemOf } from './item.ts'
import { PaletteOption } from './PaletteOption.tsx'
import { type PaletteItem, paletteGroups } from './palette.ts'
import { addRecentTyre } from './recent-tyres.ts'
import { Suggestion } from './Suggestion.tsx'
import { bySize, foundText, namesSize, totalText } from './texts.ts'
import { useFoundTyres } from './useFoundTyres.ts'
import './search-dialog.css'

/** Index change for each arrow key. */
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface SearchDialogProps {
  /** route of the report of all prices, which displays all found tyres */
  reportRoute: string
  /** pages and actions that can be found beside tyres */
  palette: readonly PaletteItem[]
  onClose(): void
}

/**
 * Search dialog: a combobox (ARIA APG) whose list is always open and whose options navigate (specification 16.5).
 * Without downshift, most of whose behaviour would not apply.
 */
export default function SearchDialog({ reportRoute, palette, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = cutQuery(text).trim()
  const sought = useMemo(() => soughtBy(query), [query])
  const found = useFoundTyres(query)
  const [recent] = useState(preferences.recentTyres.get)
  const isRecent = query === ''
  const listed: Item[] = isRecent ? recent.map((one) => ({ ...one, found: null })) : found.tyres.map(itemOf)
  const groups = namesSize(query) ? bySize(listed) : [{ size: '', items: listed }]
  const items = groups.flatMap((group) => group.items)
  // Pages and actions precede the tyres, because few texts match both.
  const others = paletteGroups(palette, query)
  const offered = others.flatMap((group) => group.items)
  const count = offered.length + items.length

  // Closes the dialog before it is removed from the document: the browser would otherwise not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  const open = (item: Item) => {
    addRecentTyre(item)
    const place = found.placeOf(item.key)
    const { date, state } = (place && besideTable(place)) ?? { date: null, state: null }
    onClose()
    navigate(cardPath(item.key, { date, city: null, why: null }), { state })
  }
  // Closes the dialog first, because the action may open another dialog or move the focus.
  const run = (item: PaletteItem) => {
    flushSync(onClose)
    item.run()
  }
  // Text for which Enter was pressed while the list still belonged to a former text. The first result is opened once it
  // has loaded.
  const [awaited, setAwaited] = useState<string | null>(null)
  const first = items[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts once, when what was waited for is there
  useEffect(() => {
    if (awaited === null || found.waiting) return
    setAwaited(null)
    if (awaited === query && first) open(first)
  }, [awaited, found.waiting])

  const [highlight, setHighlight] = useState({ query, index: 0 })
  const highlighted = highlight.query === query ? Math.min(highlight.index, count - 1) : 0
  const optionId = (index: number): string => `${id}-${index}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined && count > 0) {
      event.preventDefault()
      const index = (highlighted + step + count) % count
      setHighlight({ query, index })
      document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    const other = offered[highlighted]
    const item = items[highlighted - offered.length]
    if (other) run(other)
    else if (found.waiting) setAwaited(query)
    else if (item) open(item)
  }
  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  const all = () => {
    // Day of the found prices; undefined lets the report use its default day.
    const date = found.tyres[0]?.day
    onClose()
    navigate(`${reportRoute}?${new URLSearchParams({ ...(date && { date }), q: query })}`)
  }

  const nothing = !isRecent && !found.waiting && found.problem === null && count === 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it from the keyboard
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Поиск шины"
      onClose={onClose}
      onClick={onBackdrop}
    >
      <div className="search-whole">
        <div className="search-head">
          <input
            autoFocus
            className="search-input"
            role="combobox"
            aria-label="Поиск шины"
            aria-autocomplete="list"
            aria-expanded={count > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={count > 0 ? optionId(highlighted) : undefined}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={onKeyDown}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            placeholder="Размер, бренд, модель или артикул"
          />
          <button type="button" className="icon-button" aria-label="Закрыть поиск" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {found.kept !== null && !isRecent && (
          <p className="search-note">
            <Icon name="device" />
            Поиск по сохранённому на устройстве: {foundText(found.kept)}
          </p>
        )}
        {found.problem !== null && (
          <div className="search-problem" role="alert">
            <span>{found.problem}</span>
            <Button onClick={found.retry}>Повторить</Button>
          </div>
        )}
        {isRecent && items.length > 0 && (
          <h2 className="search-heading" id={`${id}-recent`}>
            Недавние
          </h2>
        )}
        <div
          id={`${id}-list`}
          className="search-list"
          role="listbox"
          aria-label={isRecent ? 'Недавние' : 'Найденные шины'}
          aria-busy={found.waiting}
        >
          {others.map(({ name, items: of }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
            <div key={name} role="group" aria-label={name}>
              <div className="search-size" aria-hidden="true">
                {name}
              </div>
              {of.map((item) => {
                const index = offered.indexOf(item)
                return (
                  <PaletteOption
                    key={item.key}
                    id={optionId(index)}
                    item={item}
                    highlighted={index === highlighted}
                    onHover={() => setHighlight({ query, index })}
                    onChoose={() => run(item)}
                  />
                )
              })}
            </div>
          ))}
          {groups.map(({ size, items: of }, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
            <div key={size} role="group" aria-label={size || 'Шины'}>
              {(size !== '' || (offered.length > 0 && of.length > 0)) && (
                <div className="search-size" aria-hidden="true">
                  {size || 'Шины'}
                </div>
              )}
              {of.map((item, n) => {
                const before = groups.slice(0, at).reduce((sum, group) => sum + group.items.length, 0)
                const index = offered.length + before + n
                return (
                  <Suggestion
                    key={item.key}
                    id={optionId(index)}
                    item={item}
                    sought={sought}
                    highlighted={index === highlighted}
                    onHover={() => setHighlight({ query, index })}
                    onChoose={() => open(item)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        <p className="search-nothing" role="status">
          {nothing && 'Ничего не найдено.'}
        </p>
        {(nothing || (isRecent && items.length === 0)) && <Hint />}
        <div className="search-foot">
          <p role="status">
            {isRecent && 'Страницы и действия — здесь же: «уведомления», «r3», «тёмная тема».'}
            {offered.length > 0 && `Страницы и действия: ${offered.length}. `}
            {found.waiting && items.length === 0 && 'Ищем…'}
            {!isRecent && !found.waiting && items.length > 0 && totalText(found.total, items.length)}
          </p>
          {!isRecent && found.kept === null && found.total > 0 && (
            <Button variant="quiet" onClick={all}>
              Все в отчёте
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}

function Hint() {
  return (
    <div className="search-hint">
      <p>
        Можно искать по размеру (<b>205/55 R16</b>), бренду и модели (<b>нокиан хака</b>), сезону (
        <b>зима 16 шип</b>) и артикулу или его части.
      </p>
    </div>
  )
}
