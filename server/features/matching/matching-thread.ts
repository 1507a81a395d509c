import { serveReads } from '../../platform/db/read-threads.ts'
import { createMatchingReads } from './reads.ts'

await serveReads((reader) => createMatchingReads(reader))
