import { workerData } from 'node:worker_threads'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { openReader } from '../../platform/db/open.ts'
import { serveTasks } from '../../platform/serve-tasks.ts'
import { openOwnSites } from '../../prices/own-sites.ts'
import { type BackTestRequest, createBackTests } from './back-test.ts'
import type { BackTestThreadData } from './back-test-thread.ts'

goBehindAnswers()

// The main thread has already migrated the database.
const { location, ownSites, glitchFactor } = workerData as BackTestThreadData
const reader = await openReader(location)

const own = await openOwnSites(reader, ownSites)
const { backTest } = createBackTests(reader, { isOwnSite: own.isOwnSite, glitchFactor })

serveTasks(
  {
    async backTest(request: BackTestRequest, signal: AbortSignal) {
      await own.refresh()
      return backTest(request, signal)
    },
  },
  { close: () => reader.close() },
)
