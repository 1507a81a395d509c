import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'

interface MoreFootProps {
  /** infinite query of the list above */
  query: {
    data: { pages: readonly unknown[] } | undefined
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
  /** text of the button after the last page */
  end: string
  /** accessible name of the count */
  label?: string
  /** text on how many entries are displayed */
  count: ReactNode
  children?: ReactNode
}

/** Foot of a list: button for its next page, further buttons, and the count. */
export function MoreFoot({ query, end, label = 'Найдено', count, children }: MoreFootProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <div className="data-foot">
      {(hasNextPage || (data?.pages.length ?? 0) > 1) && (
        <Button blocked={!hasNextPage || isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Загрузка...' : hasNextPage ? 'Показать ещё' : end}
        </Button>
      )}
      {children}
      {/* Always mounted: screen readers announce only changes. */}
      <span role="status" aria-label={label}>
        {count}
      </span>
    </div>
  )
}
