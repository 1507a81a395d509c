import { Button } from '../../../ui/Button.tsx'
import { counted, type NounForms } from '../../../ui/plural.ts'

const PAGES: NounForms = ['страница', 'страницы', 'страниц']

interface PastEndProps {
  /** null where nobody says */
  totalPages: number | null
  /** the page in the address */
  wanted: number
  /** another page has been asked for, and loads */
  stale: boolean
  onGo(page: number): void
}

/** Under what says that a page has no rows, to which a link may lead: where the report does have some. */
export default function PastEnd({ totalPages, wanted, stale, onGo }: PastEndProps) {
  const isPast = totalPages !== null && (stale || wanted > totalPages)
  return (
    <>
      {isPast && <p>В отчёте только {counted(totalPages, PAGES)}.</p>}
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
