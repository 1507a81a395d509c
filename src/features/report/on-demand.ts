import { codeChunk, lazyPart } from '../../ui/code-chunk.tsx'

/** Chunk with the parts of a report that are loaded after its rows, or when they are first needed. */
export const extras = codeChunk(() => import('./extras.ts'))

/** Lazily rendered components of the chunk. */
export const parts = {
  ProposalRule: lazyPart(extras, (code) => code.ProposalRule),
  RefusedSets: lazyPart(extras, (code) => code.RefusedSets),
  ColumnTools: lazyPart(extras, (code) => code.ColumnTools),
  CompareBar: lazyPart(extras, (code) => code.CompareBar),
  DownloadStatus: lazyPart(extras, (code) => code.DownloadStatus),
  EmptyHint: lazyPart(extras, (code) => code.EmptyHint),
  FailureNote: lazyPart(extras, (code) => code.FailureNote),
  NothingLeft: lazyPart(extras, (code) => code.NothingLeft),
  OfflineMiss: lazyPart(extras, (code) => code.OfflineMiss),
  PastEnd: lazyPart(extras, (code) => code.PastEnd),
  SaveStatus: lazyPart(extras, (code) => code.SaveStatus),
  SaveView: lazyPart(extras, (code) => code.SaveView),
  UnsureMatches: lazyPart(extras, (code) => code.UnsureMatches),
  ViewExportDialog: lazyPart(extras, (code) => code.ViewExportDialog),
}
