import type { ReactNode } from 'react'

const NO_DATA = 'Нет данных за выбранный период.'

/** Message for a table without rows, or for an error that is treated as one (specification 4.11 and 6.6). */
export function NoData({ children }: { children: ReactNode }) {
  return (
    <div className="results-note" role="status">
      <p>{NO_DATA}</p>
      {children}
    </div>
  )
}
