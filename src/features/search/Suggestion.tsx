import { markedPieces, type Sought } from '../../../contract/search/marks.ts'
import type { Item } from './item.ts'
import { ListOption, type ListOptionProps } from './ListOption.tsx'
import { foundSizeText, placeText, priceText } from './texts.ts'

interface SuggestionProps extends ListOptionProps {
  item: Item
  sought: Sought
}

/** Option for a tyre with its prices. */
export function Suggestion({ item, sought, ...option }: SuggestionProps) {
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

function Details({ found, sought }: { found: NonNullable<Item['found']>; sought: Sought }) {
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

function Marked({ text, sought }: { text: string; sought: Sought }) {
  return markedPieces(text, sought).map((piece) =>
    piece.marked ? <mark key={piece.from}>{piece.text}</mark> : piece.text,
  )
}
