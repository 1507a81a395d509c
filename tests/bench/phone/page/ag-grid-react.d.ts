/** Declares the component that the page uses, so that type checks work without AG Grid installed. */
declare module 'ag-grid-react' {
  export function AgGridReact<Row>(props: {
    rowData: Row[]
    columnDefs: unknown[]
    loading: boolean
  }): import('react').ReactNode
}
