import { Button } from '../../../ui/Button.tsx'
import { countText, type NounForms } from '../../../ui/plural.ts'

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

export interface PastEndProps {
  /** number of pages; null if unknown */
  totalPages: number | null
  /** page number in the URL */
  wanted: number
  /** whether another page is loading */
  stale: boolean
  onGo(page: number): void
}

/**
 * Buttons to the last and the first page, below the message that a page has no rows (a link may point past the last
 * page).
 */
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
