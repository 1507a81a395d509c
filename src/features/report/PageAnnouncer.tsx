import type { ReportTable } from './useReportTable.ts'

const number = new Intl.NumberFormat('ru-RU')

/**
 * Announces the loaded rows to screen readers. Always mounted, because screen readers ignore the initial text of a new
 * live region.
 */
export function PageAnnouncer({ table }: { table: ReportTable | null }) {
  return (
    <p className="visually-hidden" role="status">
      {table && words(table)}
    </p>
  )
}

function words({ data, shown, stale, page, rowOffset }: ReportTable): string {
  if (!data || !shown || stale) return ''
  const { totalPages, totalRows, rows } = data
  const place =
    totalPages === null ? `Показана ${page}-я страница` : `Показана ${page}-я страница из ${totalPages}`
  if (rowOffset === null) return `${place}, строк: ${number.format(rows.length)}.`
  const stretch = `${number.format(rowOffset + 1)}–${number.format(rowOffset + rows.length)}`
  return totalRows === null
    ? `${place}, строки ${stretch}.`
    : `${place}, строки ${stretch} из ${number.format(totalRows)}.`
}
