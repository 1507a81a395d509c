import { callWorker } from '../../../lib/worker-call.ts'
import type { ExportOrder, ExportRequest, FileFormat, PageInfo, SheetFile, Written } from './export-order.ts'

/** Handle of an export that runs in the web worker. */
export interface FileExport {
  read(body: ArrayBuffer, page: number, shown?: boolean): Promise<PageInfo>
  /** Writes the rows of a page that was passed to `read` before; only for a download. */
  write(body: ArrayBuffer, page: number): Promise<PageInfo>
  finish(format: FileFormat, title: string): Promise<SheetFile>
  end(): void
}

/**
 * Starts an export in a web worker. The handle's calls throw a ReadError if the worker failed, or the signal's reason.
 */
export function startExport(
  order: ExportOrder,
  signal: AbortSignal,
  onWritten?: (written: Written) => void,
): FileExport {
  const { request, end } = callWorker(
    new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' }),
  )
  const ask = <Answer>(message: ExportRequest, transfer: Transferable[] = []) =>
    request<Answer, Written>(message, { signal, transfer, ...(onWritten && { onPart: onWritten }) })
  const begun = ask({ order })
  // The first page's call awaits `begun` and reports the failure.
  begun.catch(() => undefined)
  const send = async (body: ArrayBuffer, page: number, shown: boolean, again: boolean) => {
    await begun
    return ask<PageInfo>({ body, page, shown, again }, [body])
  }
  return {
    read: (body, page, shown = false) => send(body, page, shown, false),
    write: (body, page) => send(body, page, false, true),
    finish: (format, title) => ask<SheetFile>({ format, title }),
    end,
  }
}
