import { useCombobox } from 'downshift'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { listen } from '../../../lib/listen.ts'
import { Icon } from '../../../ui/Icon.tsx'
import './search-box.css'

/** Maximum number of rendered options; the others are found by typing. */
const DRAWN = 150

/** Option of the combobox. An object, because downshift takes the item '' for no selection. */
interface Option {
  value: string
  /** label instead of `labelOf(value)` */
  label?: string
}

/** Interpretation of typed text that is not in the list, offered as the only option. */
export interface TypedMeaning {
  label: string
  choose(): void
}

/** Value of the option for an interpretation; never a real value. */
const MEANT = '\0'

export interface SearchBoxProps {
  /** id of the input, for its label element */
  id: string
  values: readonly string[]
  labelOf(value: string): string
  value: string
  onChange(value: string): void
  /** Returns the interpretation of typed text; null if it has none. */
  meaningOf?: ((typed: string) => TypedMeaning | null) | undefined
}

/** Combobox (ARIA APG) that accepts only values of its list and restores the former value on blur. */
export function SearchBox({ id, values, labelOf, value, onChange, meaningOf }: SearchBoxProps) {
  // null while nothing has been typed: all options are shown, not only those like the chosen value.
  const [typed, setTyped] = useState<string | null>(null)
  const meaning = typed === null ? null : (meaningOf?.(typed) ?? null)
  const meant = meaning?.label
  const found = useMemo(() => {
    if (meant !== undefined) return [{ value: MEANT, label: meant }]
    const matching = typed === null ? values : searchValues(values, labelOf, typed)
    return matching.slice(0, DRAWN).map((option): Option => ({ value: option }))
  }, [values, labelOf, typed, meant])
  const choose = (chosen: string) => (chosen === MEANT ? meaning?.choose() : onChange(chosen))
  const box = useCombobox<Option>({
    items: found,
    inputId: id,
    selectedItem: { value },
    itemToString: (item) => (item ? (item.label ?? labelOf(item.value)) : ''),
    itemToKey: (item) => item?.value,
    defaultHighlightedIndex: 0,
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setTyped(inputValue)
    },
    onIsOpenChange: ({ isOpen }) => {
      if (isOpen === false) setTyped(null)
    },
    onSelectedItemChange: ({ selectedItem }) => choose(selectedItem?.value ?? ''),
    stateReducer: (state, { type, changes }) => {
      // While typing shortens the list, a resting pointer leaves the menu. The highlight stays, so that Enter still
      // selects the first option.
      if (type === useCombobox.stateChangeTypes.MenuMouseLeave) {
        return { ...changes, highlightedIndex: state.highlightedIndex }
      }
      // Choosing an interpretation leaves the input's text: it changes when the form sets the field's value.
      if (changes.selectedItem?.value === MEANT) {
        return { ...changes, inputValue: labelOf(state.selectedItem?.value ?? '') }
      }
      // Leaving the field by Tab or by a click elsewhere must not choose the highlighted option.
      if (type !== useCombobox.stateChangeTypes.InputBlur) return changes
      const kept = state.selectedItem?.value ?? ''
      return { ...changes, selectedItem: { value: kept }, inputValue: labelOf(kept) }
    },
  })
  // Chooses on keydown: downshift reports a choice in an effect, which a second Enter could precede.
  const chooseAtOnce = ({ key }: KeyboardEvent) => {
    const highlighted = found[box.highlightedIndex]
    if (key === 'Enter' && box.isOpen && highlighted) choose(highlighted.value)
  }
  // A click that focuses the input would undo the selection on mouseup (always in WebKit, sometimes in Firefox). Typed
  // text would then be inserted instead of replacing the value.
  const focusedByClick = useRef(false)
  const noteFocus = ({ currentTarget: input }: MouseEvent) => {
    focusedByClick.current = document.activeElement !== input
  }
  const keepSelection = (event: MouseEvent<HTMLInputElement>) => {
    if (!focusedByClick.current) return
    focusedByClick.current = false
    const { currentTarget: input } = event
    // Leaves a range that was selected by dragging.
    if (input.selectionStart === input.selectionEnd) input.select()
    event.preventDefault()
  }
  const whole = useRef<HTMLDivElement>(null)
  const place = usePopupPlace(box.isOpen, whole)
  return (
    <div ref={whole} className="combobox">
      <input
        {...box.getInputProps({
          className: 'input',
          'aria-labelledby': undefined,
          onFocus: selectAll,
          onMouseDown: noteFocus,
          onMouseUp: keepSelection,
          onKeyDown: chooseAtOnce,
        })}
        spellCheck={false}
      />
      <button
        type="button"
        {...box.getToggleButtonProps({
          className: 'combobox-trigger',
          'aria-label': 'Показать список',
        })}
      >
        <Icon name="chevron" />
      </button>
      <div
        className="popup combobox-popup"
        hidden={!box.isOpen}
        data-above={place?.above}
        style={{ '--room': place ? `${place.room}px` : undefined } as CSSProperties}
      >
        {box.isOpen && found.length === 0 && <p className="combobox-empty">Ничего не найдено</p>}
        <ul {...box.getMenuProps({ 'aria-label': 'Варианты', 'aria-labelledby': undefined })}>
          {box.isOpen &&
            found.map((item, index) => (
              <li
                key={item.value}
                {...box.getItemProps({ item, index, className: 'popup-item' })}
                data-highlighted={box.highlightedIndex === index || undefined}
              >
                {item.label ?? labelOf(item.value)}
              </li>
            ))}
        </ul>
      </div>
    </div>
  )
}

function selectAll(event: React.FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select()
}

/**
 * Returns where a field's list opens. Measures again when the page scrolls or the on-screen keyboard appears. The
 * keyboard shrinks only the visual viewport and covers part of the layout viewport.
 * @returns null while the list is closed
 */
function usePopupPlace(open: boolean, field: RefObject<HTMLElement | null>): PopupPlace | null {
  const [place, setPlace] = useState<PopupPlace | null>(null)
  useLayoutEffect(() => {
    if (!open) return
    const measure = () => {
      if (!field.current) return
      const { top, bottom } = field.current.getBoundingClientRect()
      const view = window.visualViewport
      const seenFrom = view?.offsetTop ?? 0
      const seen = { top: seenFrom, bottom: seenFrom + (view?.height ?? window.innerHeight) }
      const next = popupPlace({ top, bottom }, seen)
      setPlace((before) => (before?.above === next.above && before.room === next.room ? before : next))
    }
    measure()
    const stops = [window, window.visualViewport].map((target) =>
      listen(target, ['resize', 'scroll'], measure, { passive: true }),
    )
    return () => {
      setPlace(null)
      for (const stop of stops) stop()
    }
  }, [open, field])
  return place
}

/** Vertical range in CSS pixels from the top of the layout viewport. */
interface VerticalStretch {
  top: number
  bottom: number
}

interface PopupPlace {
  above: boolean
  /** height available for the list, in CSS pixels */
  room: number
}

/** Gap in CSS pixels between the field and its list, and between the list and the edge of the visible area. */
const GAP = 8
/** Height of three options in CSS pixels. With less below the field, the list opens on the side with more space. */
const ENOUGH = 132

/** Returns where a field's list opens and its height. @param seen the area without the on-screen keyboard */
export function popupPlace(field: VerticalStretch, seen: VerticalStretch): PopupPlace {
  const below = Math.max(0, seen.bottom - field.bottom - GAP)
  const above = Math.max(0, field.top - seen.top - GAP)
  return below >= ENOUGH || below >= above ? { above: false, room: below } : { above: true, room: above }
}

/** Returns the values whose label contains the query, those that start with it first. Ignores case and ё. */
export function searchValues(
  values: readonly string[],
  labelOf: (value: string) => string,
  typed: string,
): string[] {
  const wanted = fold(typed)
  const found = values.filter((value) => fold(labelOf(value)).includes(wanted))
  const begins = (value: string) => fold(labelOf(value)).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((value) => !begins(value))]
}

const fold = (text: string): string => text.trim().toLowerCase().replaceAll('ё', 'е')
