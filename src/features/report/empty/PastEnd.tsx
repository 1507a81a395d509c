import { Button } from '../../../ui/Button.tsx'
import { countText, type NounForms } from '../../../ui/plural.ts'

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

export interface PastEndProps {
  /** null if unknown */
  totalPages: number | null
  /** number of the page in the address */
  wanted: number
  /** another page has been requested and is loading */
  stale: boolean
  onGo(page: number): void
}

/** Offered below the message that a page has no rows (a link may lead there): the way to a page that has some. */
export function PastEnd({ totalPages, wanted, stale, onGo }: PastEndProps) {
  const isPast = totalPages !== null && (stale || wanted > totalPages)
  return (
    <>
      {isPast && <p>В отчёте только {countText(totalPages, PAGES)}.</p>}
      <div className="results-ways">
        {isPast && totalPages > 1 && (
          <Button blocked={stale} onClick={() => onGo(totalPages)}>
            Последняя страница
          </Button>
        )}
        <Button blocked={stale} onClick={() => onGo(1)}>
          Первая страница
        </Button>
      </div>
    </>
  )
}
