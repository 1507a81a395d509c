import { useMutation, useMutationState } from '@tanstack/react-query'
import { useMemo } from 'react'
import { saveFile } from '../../data/download.ts'
import { messageOf } from '../../data/errors.ts'
import { log } from '../../data/log.ts'
import { fetchTable } from '../../data/notification-calls.ts'

const DOWNLOAD_KEY = ['download-notification-table'] as const

export interface TableDownload {
  /** ids of the notifications whose tables are being fetched */
  downloading: ReadonlySet<string>
  /** whether the last download failed */
  failed: boolean
  download(id: string): void
}

export function useTableDownload(): TableDownload {
  const { mutate, isError } = useMutation({
    mutationKey: DOWNLOAD_KEY,
    networkMode: 'always',
    mutationFn: fetchTable,
    onSuccess: ({ file, name }) => saveFile(file, name),
    onError: (error) => log(`notification table: ${messageOf(error)}`),
  })
  const ids = useMutationState({
    filters: { mutationKey: DOWNLOAD_KEY, status: 'pending' },
    select: (mutation) => mutation.state.variables as string,
  })
  const downloading = useMemo(() => new Set(ids), [ids])
  return { downloading, failed: isError, download: mutate }
}
