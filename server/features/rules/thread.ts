import { workerData } from 'node:worker_threads'
import { ownSiteTest } from '../../../contract/lib/host-name.ts'
import { goBehindAnswers } from '../../platform/behind-answers.ts'
import { openReader } from '../../platform/db/open.ts'
import { serveTasks } from '../../platform/worker-pool.ts'
import { createBackTests } from './back-test.ts'
import type { BackTestThreadData } from './back-test-thread.ts'

goBehindAnswers()

// The main thread has already migrated the database.
const { location, ownSites, glitchFactor } = workerData as BackTestThreadData
const reader = await openReader(location)

serveTasks(createBackTests(reader, { isOwnSite: ownSiteTest(ownSites), glitchFactor }), {
  close: () => reader.close(),
})
