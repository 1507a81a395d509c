import { type ReactNode, useMemo } from 'react'
import { filledColumns } from '../../contract/columns.ts'
import type { Report } from '../../contract/reports.ts'
import type { ReadPage } from '../api/page-chunks.ts'
import type { ReportChoice } from '../report-choice/report-address.ts'
import { Loading } from '../ui/Loading.tsx'
import { FailedTable } from './FailedTable.tsx'
import { NoData } from './NoData.tsx'
import { Pager } from './Pager.tsx'
import { ProposalRule } from './ProposalRule.tsx'
import { TableOrigin } from './TableOrigin.tsx'
import { inOneForm } from './table/one-form.ts'
import ReportGrid from './table/ReportGrid.tsx'
import { useOwnSites } from './useOwnSites.ts'
import type { ReportTable } from './useReportTable.ts'

interface ResultsProps {
  report: Report
  choice: ReportChoice
  table: ReportTable
  onGo(page: number): void
  /** shown below the message that there is no data */
  emptyHint: ReactNode
}

/** Specification 4.11. */
export function Results({ report, choice, table, onGo, emptyHint }: ResultsProps) {
  const { data, error, refetch } = table

  if (error) {
    return (
      <FailedTable
        report={report}
        error={error}
        request={table.request}
        page={table.wanted}
        onRetry={() => void refetch()}
        emptyHint={emptyHint}
      />
    )
  }
  if (!data) return <Loading text="Загрузка таблицы..." />
  const pager = (
    <Pager
      page={table.page}
      totalPages={data.totalPages}
      viewed={table.viewed}
      totalRows={data.totalRows}
      hasNext={table.hasNext}
      loading={table.loading}
      onGo={onGo}
    />
  )
  if (data.rows.length === 0) {
    return (
      <>
        <TableOrigin report={report} page={data} />
        <NoData>{emptyHint}</NoData>
        {table.page > 1 && pager}
      </>
    )
  }
  return (
    <>
      <TableOrigin report={report} page={data} />
      {report.layout === 'proposals' && <ProposalRule choice={choice} />}
      <Table report={report} choice={choice} data={data} stale={table.stale} rowOffset={table.rowOffset} />
      {pager}
    </>
  )
}

function Table({
  report,
  choice,
  data,
  stale,
  rowOffset,
}: {
  report: Report
  choice: ReportChoice
  data: ReadPage
  stale: boolean
  rowOffset: number | null
}) {
  const isOwnSite = useOwnSites()
  const columns = useMemo(
    () => inOneForm(filledColumns(report, choice.priceType, data.filled, isOwnSite), data.fractions),
    [report, choice.priceType, data.filled, data.fractions, isOwnSite],
  )
  return (
    <>
      <div className="table-place" aria-busy={stale}>
        <ReportGrid
          columns={columns}
          rows={data.rows}
          label="Результаты"
          rowOffset={rowOffset}
          totalRows={data.totalRows}
        />
      </div>
      {data.rows.some(({ highlighted }) => highlighted) && (
        <p className="table-legend">
          <span className="grid-marker" aria-hidden="true">
            ◆
          </span>
          повышенное отклонение цены
        </p>
      )}
    </>
  )
}
