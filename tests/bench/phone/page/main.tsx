import { ClientSideRowModelModule, ModuleRegistry } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { columnsOf, type WireRow } from './columns.ts'
import './page.css'

// The module that a table of rows needs; AllCommunityModule would be several times as large.
ModuleRegistry.registerModules([ClientSideRowModelModule])

/** Fetches the list whose path is in the page's address, and shows it as a table. */
function ReportPage() {
  const [rows, setRows] = useState<WireRow[]>([])
  useEffect(() => {
    const path = new URLSearchParams(location.search).get('list') ?? ''
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` }
    fetch(path, { headers })
      .then((response) => response.json())
      .then(({ items }: { items: WireRow[] }) => setRows(items))
  }, [])
  const columnDefs = useMemo(() => columnsOf(rows), [rows])
  return (
    <>
      <h1>Все цены</h1>
      <div className="table">
        <AgGridReact rowData={rows} columnDefs={columnDefs} loading={rows.length === 0} />
      </div>
    </>
  )
}

createRoot(document.querySelector('#root') as HTMLElement).render(<ReportPage />)
