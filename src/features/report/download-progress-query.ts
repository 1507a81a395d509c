import { queryOptions, skipToken } from '@tanstack/react-query'
import { DOWNLOAD_PROGRESS_PATH, DownloadProgress } from '../../../contract/reports/download-progress.ts'
import { send } from '../../data/client.ts'
import { answerOf } from '../../data/companion-calls.ts'

const ASKED_EVERY_MS = 500

/**
 * Query for the number of rows that the server has written to a file.
 * @param name of the download; null if the server does not report progress
 */
export const downloadProgressQuery = (name: string | null) =>
  queryOptions({
    queryKey: ['download', name],
    queryFn:
      name === null
        ? skipToken
        : async ({ signal }) =>
            answerOf(DownloadProgress, await send(`${DOWNLOAD_PROGRESS_PATH}/${name}`, { signal })),
    refetchInterval: ASKED_EVERY_MS,
    // Keeps the last known progress: an answer with `total` 0 comes from a cluster process that does not write the
    // file, or after the file was sent.
    structuralSharing: (known, told) => ((told as DownloadProgress).total > 0 ? told : (known ?? told)),
    retry: false,
    gcTime: 0,
  })
