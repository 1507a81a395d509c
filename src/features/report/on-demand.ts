import { codeChunk, lazyPart } from '../../ui/code-chunk.tsx'

/** Panels and functions of a report that are loaded after its rows, or when they are needed. */
export const extras = codeChunk(() => import('./extras.ts'))

export const ChoiceNotes = lazyPart(extras, (code) => code.ChoiceNotes)
export const ColumnTools = lazyPart(extras, (code) => code.ColumnTools)
export const CompareBar = lazyPart(extras, (code) => code.CompareBar)
export const DownloadStatus = lazyPart(extras, (code) => code.DownloadStatus)
export const EmptyHint = lazyPart(extras, (code) => code.EmptyHint)
export const NothingLeft = lazyPart(extras, (code) => code.NothingLeft)
export const OfflineMiss = lazyPart(extras, (code) => code.OfflineMiss)
export const PastEnd = lazyPart(extras, (code) => code.PastEnd)
export const SaveStatus = lazyPart(extras, (code) => code.SaveStatus)
export const SaveView = lazyPart(extras, (code) => code.SaveView)
export const ViewExportDialog = lazyPart(extras, (code) => code.ViewExportDialog)
