import type { ReactNode } from 'react'
import { type HighlightQuery, markedPieces } from '../../../contract/search/marks.ts'
import { KeyCaps } from '../../ui/KeyCaps.tsx'
import { foundSizeText, type Item, placeText, priceText } from './found-tyre.ts'
import type { PaletteItem } from './palette.ts'
import type { Search } from './useSearch.ts'

/** Listbox of the search: pages and actions, then tyres. @param id of the list, which the combobox controls */
export function SearchResults({ search, id }: { search: Search; id: string }) {
  const { isRecent, found, commandGroups, commands, tyreGroups, sought, highlighted, optionId } = search
  let next = 0
  /** Returns the props of the next option: pages, actions and tyres share one index. */
  const optionProps = (onChoose: () => void): ListOptionProps => {
    const index = next++
    return {
      id: optionId(index),
      highlighted: index === highlighted,
      onHover: () => search.highlight(index),
      onChoose,
    }
  }
  return (
    <div
      id={id}
      className="search-list"
      role="listbox"
      aria-label={isRecent ? 'Недавние' : 'Найденные шины'}
      aria-busy={found.waiting}
    >
      {commandGroups.map(({ name, items }) => (
        <Group key={name} name={name}>
          {items.map((item) => (
            <PaletteOption key={item.key} item={item} {...optionProps(() => search.run(item))} />
          ))}
        </Group>
      ))}
      {tyreGroups.map(({ size, items }) => (
        <Group
          key={size}
          name={size || 'Шины'}
          isNamed={size !== '' || (commands.length > 0 && items.length > 0)}
        >
          {items.map((item) => (
            <Suggestion
              key={item.key}
              item={item}
              sought={sought}
              {...optionProps(() => search.open(item))}
            />
          ))}
        </Group>
      ))}
    </div>
  )
}

interface GroupProps {
  name: string
  /** whether the name is displayed */
  isNamed?: boolean
  children: ReactNode
}

const Group = ({ name, isNamed = true, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list
  <div role="group" aria-label={name}>
    {isNamed && (
      <div className="search-size" aria-hidden="true">
        {name}
      </div>
    )}
    {children}
  </div>
)

/** Option for a page or an action, with its shortcut. */
function PaletteOption({ item, ...option }: ListOptionProps & { item: PaletteItem }) {
  return (
    <ListOption {...option} className="search-palette">
      <span>{item.label}</span>
      {item.keys !== '' && (
        <span className="flex gap-4 text-muted" aria-hidden="true">
          <KeyCaps keys={item.keys} />
        </span>
      )}
    </ListOption>
  )
}

interface SuggestionProps extends ListOptionProps {
  item: Item
  sought: HighlightQuery
}

/** Option for a tyre with its prices. */
function Suggestion({ item, sought, ...option }: SuggestionProps) {
  const { brand, name, found } = item
  return (
    <ListOption {...option}>
      <div className="font-medium wrap-anywhere">
        {/* Omits the brand if the name contains its first word, like 'Nokian' of 'Nokian Tyres'. */}
        {!name.toLowerCase().includes(brand.toLowerCase().split(' ', 1)[0] ?? '') && (
          <>
            <Marked text={brand} sought={sought} />{' '}
          </>
        )}
        <Marked text={name} sought={sought} />
      </div>
      {found && <Details found={found} sought={sought} />}
    </ListOption>
  )
}

function Details({ found, sought }: { found: NonNullable<Item['found']>; sought: HighlightQuery }) {
  const prices = priceText(found)
  return (
    <>
      <div className="search-specs">
        {[foundSizeText(found.specs), found.specs.season].filter(Boolean).join(' · ')}
        {found.specs.article !== null && (
          <>
            {' · '}
            <Marked text={String(found.specs.article)} sought={sought} />
          </>
        )}
      </div>
      <div className="search-prices">
        {prices.map(([label, price]) => (
          <span key={label}>
            {label} <b>{price}</b>
          </span>
        ))}
        <span>{prices.length === 0 ? 'Нет цен' : placeText(found)}</span>
      </div>
    </>
  )
}

function Marked({ text, sought }: { text: string; sought: HighlightQuery }) {
  return markedPieces(text, sought).map((piece) =>
    piece.marked ? <mark key={piece.from}>{piece.text}</mark> : piece.text,
  )
}

interface ListOptionProps {
  id: string
  highlighted: boolean
  onHover(): void
  onChoose(): void
}

/** Option of the search dialog's list. */
function ListOption({
  id,
  highlighted,
  onHover,
  onChoose,
  className = '',
  children,
}: ListOptionProps & { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus, and names the option
    <div
      id={id}
      role="option"
      aria-selected={highlighted}
      className={`search-item ${className}`}
      data-highlighted={highlighted || undefined}
      onPointerMove={highlighted ? undefined : onHover}
      onClick={onChoose}
    >
      {children}
    </div>
  )
}
