import { queryOptions, skipToken } from '@tanstack/react-query'
import { parseDownloadProgress } from '../../../contract/legacy/download-progress.ts'
import { DOWNLOAD_PROGRESS_PATH, type DownloadProgress } from '../../../contract/reports/download-progress.ts'
import { readCompanion } from '../../data/companion-calls.ts'
import { recognized } from '../../data/recognized.ts'

const ASKED_EVERY_MS = 500

/**
 * Query of the number of rows that the server has written to a file.
 * @param name of the download; null if the server does not report progress
 */
export const downloadProgressQuery = (name: string | null) =>
  queryOptions({
    queryKey: ['download', name],
    queryFn:
      name === null
        ? skipToken
        : async ({ signal }) => {
            const body = await readCompanion(`${DOWNLOAD_PROGRESS_PATH}/${name}`, signal)
            return recognized(() => parseDownloadProgress(body))
          },
    refetchInterval: ASKED_EVERY_MS,
    // In a cluster only the process that writes the file knows its progress, and it forgets the file once it is sent.
    structuralSharing: (known, told) => ((told as DownloadProgress).total > 0 ? told : (known ?? told)),
    retry: false,
    gcTime: 0,
  })
