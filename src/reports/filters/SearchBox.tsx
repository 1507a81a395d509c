import { useCombobox } from 'downshift'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { searchValues } from './search-values.ts'
import { usePopupPlace } from './usePopupPlace.ts'

/** Options drawn at once; typing finds the others. */
const DRAWN = 150

/** An object, since the value '' would be no selection to the combobox. */
interface Option {
  value: string
}

interface SearchBoxProps {
  /** of the input, for its label element */
  id: string
  values: readonly string[]
  labelOf(value: string): string
  value: string
  onChange(value: string): void
}

/** A combobox (ARIA APG) that takes only values of its list: words that are none go when it is left. */
export function SearchBox({ id, values, labelOf, value, onChange }: SearchBoxProps) {
  // null shows all: on opening, the chosen value stands in the input and would hide the others.
  const [typed, setTyped] = useState<string | null>(null)
  const found = useMemo(() => {
    const matching = typed === null ? values : searchValues(values, labelOf, typed)
    return matching.slice(0, DRAWN).map((option): Option => ({ value: option }))
  }, [values, labelOf, typed])
  const box = useCombobox<Option>({
    items: found,
    inputId: id,
    selectedItem: { value },
    itemToString: (item) => (item ? labelOf(item.value) : ''),
    itemToKey: (item) => item?.value,
    defaultHighlightedIndex: 0,
    onInputValueChange: ({ type, inputValue }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) setTyped(inputValue)
    },
    onIsOpenChange: ({ isOpen }) => {
      if (isOpen === false) setTyped(null)
    },
    onSelectedItemChange: ({ selectedItem }) => onChange(selectedItem?.value ?? ''),
    stateReducer: (state, { type, changes }) => {
      // A list that shrinks while one types leaves the resting pointer, and Enter must still take what is first.
      if (type === useCombobox.stateChangeTypes.MenuMouseLeave) {
        return { ...changes, highlightedIndex: state.highlightedIndex }
      }
      // Left by Tab or by a click elsewhere, what was highlighted is not thereby chosen.
      if (type !== useCombobox.stateChangeTypes.InputBlur) return changes
      const kept = state.selectedItem?.value ?? ''
      return { ...changes, selectedItem: { value: kept }, inputValue: labelOf(kept) }
    },
  })
  // downshift tells of a choice in an effect; a second Enter, which submits the form, may come before that.
  const chooseAtOnce = ({ key }: KeyboardEvent) => {
    const highlighted = found[box.highlightedIndex]
    if (key === 'Enter' && box.isOpen && highlighted) onChange(highlighted.value)
  }
  // The end of the click that brings the focus would undo what focus selects (WebKit always, Firefox at times), and what is
  // typed would go between the letters.
  const focusedByClick = useRef(false)
  const noteFocus = ({ currentTarget: input }: MouseEvent) => {
    focusedByClick.current = document.activeElement !== input
  }
  const keepSelection = (event: MouseEvent<HTMLInputElement>) => {
    if (!focusedByClick.current) return
    focusedByClick.current = false
    const { currentTarget: input } = event
    // A part that was selected by drawing the mouse over it stays as it is.
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
                {labelOf(item.value)}
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
