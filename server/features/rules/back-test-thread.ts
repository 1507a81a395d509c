import { serveReads } from '../../platform/db/read-threads.ts'
import { openOwnSites } from '../../prices/own-sites.ts'
import { type BackTestRequest, createBackTests } from './back-test.ts'
import type { BackTestThreadData } from './back-test-runs.ts'

await serveReads<BackTestThreadData>(async (reader, { ownSites, glitchFactor }) => {
  const own = await openOwnSites(reader, ownSites)
  const { backTest } = createBackTests(reader, { isOwnSite: own.isOwnSite, glitchFactor })
  return {
    async backTest(request: BackTestRequest, signal: AbortSignal) {
      await own.refresh()
      return backTest(request, signal)
    },
  }
})
