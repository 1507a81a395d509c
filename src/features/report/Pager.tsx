import { type FormEvent, useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import './pager.css'

interface PagerProps {
  page: number
  totalPages: number | null
  viewed: number
  totalRows: number | null
  hasNext: boolean
  loading: boolean
  onGo(page: number): void
}

const number = new Intl.NumberFormat('ru-RU')

/** Buttons to the previous and next page, and an input for the page number (specification 4.12). */
export function Pager({ page, totalPages, viewed, totalRows, hasNext, loading, onGo }: PagerProps) {
  return (
    <nav className="pager" aria-label="Страницы">
      <Button blocked={loading || page <= 1} onClick={() => onGo(page - 1)}>
        ← Назад
      </Button>
      <p className="pager-text">{pagerText(page, totalPages, viewed, totalRows)}</p>
      {totalPages !== null && totalPages > 2 && <PageJump page={page} last={totalPages} onGo={onGo} />}
      <Button blocked={loading || !hasNext} onClick={() => onGo(page + 1)}>
        {loading ? 'Загрузка...' : 'Вперёд →'}
      </Button>
    </nav>
  )
}

function pagerText(
  page: number,
  totalPages: number | null,
  viewed: number,
  totalRows: number | null,
): string {
  if (totalPages === null) return `Страница ${page}`
  const total =
    totalRows === null ? '' : ` · просмотрено ${number.format(viewed)} из ${number.format(totalRows)}`
  return `Страница ${page} из ${totalPages}${total}`
}

/** Input for a page number: paging one by one is too slow with hundreds of pages. */
function PageJump({ page, last, onGo }: { page: number; last: number; onGo(page: number): void }) {
  const input = useRef<HTMLInputElement>(null)
  // Uncontrolled, and updated by an effect: remounting the input would take the focus from a person who is typing.
  useEffect(() => {
    if (input.current) input.current.value = String(page)
  }, [page])
  const go = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = Number(new FormData(event.currentTarget).get('page'))
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= last && wanted !== page) onGo(wanted)
  }
  return (
    <form className="pager-jump" onSubmit={go}>
      <label>
        <span>К странице</span>
        <input
          ref={input}
          className="input"
          name="page"
          type="number"
          min={1}
          max={last}
          defaultValue={page}
        />
      </label>
    </form>
  )
}
