/** Declares the types that the benchmark uses, so that type checks work without AG Grid installed. */
declare module 'ag-grid-community' {
  export interface ColDef<Row> {
    colId: string
    headerName: string
    width: number
    pinned: 'left' | null
    valueGetter(params: { data: Row | undefined }): unknown
    // biome-ignore lint/suspicious/noExplicitAny: as AG Grid types it
    valueFormatter(params: { value: any }): string
  }

  export interface ColGroupDef<Row> {
    headerName: string
    children: ColDef<Row>[]
  }

  export interface GridOptions<Row> {
    columnDefs: ColGroupDef<Row>[]
    rowData: Row[]
  }

  export interface Module {
    moduleName: string
  }

  export const ClientSideRowModelModule: Module
  export const ModuleRegistry: { registerModules(modules: Module[]): void }
  export function createGrid<Row>(element: HTMLElement, options: GridOptions<Row>): unknown
}
