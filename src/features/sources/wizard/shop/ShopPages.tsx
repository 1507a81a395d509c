import { useId } from 'react'
import type { ShopLookAnswer } from '../../../../../contract/pages/shop-job.ts'
import { CheckField, FieldSet } from '../../../../ui/Field.tsx'
import { countText } from '../../../../ui/plural.ts'
import { formatCount } from '../../texts.ts'

type Pages = ShopLookAnswer['pages'][number]

interface ShopPagesProps {
  pages: readonly Pages[]
  /** patterns that are checked */
  chosen: readonly string[]
  /** reason why the choice does not do; undefined while it is not to be displayed */
  problem: string | undefined
  onChoose(pages: Pages, isChosen: boolean): void
}

/** Number of tyres that show whether the prices of a kind of pages are read right. */
const TYRES_SHOWN = 3

/** Checkboxes for the kinds of pages of a shop, each with an example and some of its prices. */
export function ShopPages({ pages, chosen, problem, onChoose }: ShopPagesProps) {
  const id = useId()
  return (
    <FieldSet
      label="Какие страницы читать"
      className="shop-pages"
      aria-describedby={problem === undefined ? undefined : `${id}-problem`}
    >
      {pages.map((one, at) => (
        <div key={one.pattern} className="shop-pages-kind">
          <CheckField
            name="chosen"
            checked={chosen.includes(one.pattern)}
            aria-describedby={`${id}-${at}`}
            onChange={(checked) => onChoose(one, checked)}
          >
            <span className="shop-pattern">
              <code>{one.pattern}</code>{' '}
              <span className="text-14 text-muted">
                {one.kind === 'list' ? 'списки' : 'товары'},{' '}
                {countText(one.count, ['адрес', 'адреса', 'адресов'])}
              </span>
            </span>
          </CheckField>
          <div id={`${id}-${at}`} className="shop-example">
            <a href={one.sample} target="_blank" rel="noopener noreferrer">
              {one.sample}
            </a>
            <ul>
              {one.tyres.slice(0, TYRES_SHOWN).map(({ name, price }, number) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a list may name a tyre twice, and does not change
                <li key={number}>
                  <strong className="shop-price">
                    {price === null ? 'без цены' : `${formatCount(price)}\u00a0₽`}
                  </strong>{' '}
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ))}
      {problem !== undefined && (
        <span id={`${id}-problem`} className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </FieldSet>
  )
}
