import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAction } from '../../../data/useAction.ts'
import { sharedFilesQuery, storeShared } from './shared-files.ts'

/** File Handling API, which TypeScript's library does not have. */
interface LaunchQueue {
  setConsumer(consumer: (launched: { files: readonly { getFile(): Promise<File> }[] }) => void): void
}

/**
 * Takes files that a person opened with the installed app, and stores them like shared ones.
 * @param onRefused called if one is not accepted
 * @returns the reason why that failed
 */
export function useLaunchedFiles(onRefused: () => void) {
  const queries = useQueryClient()
  const { problem, dismiss, run } = useAction()
  useEffect(() => {
    const { launchQueue } = window as Window & { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(
      ({ files }) =>
        void run(async () => {
          for (const handle of files) if (!(await storeShared(await handle.getFile()))) onRefused()
          await queries.invalidateQueries(sharedFilesQuery)
        }),
    )
  }, [queries, run, onRefused])
  return { problem, dismiss }
}
