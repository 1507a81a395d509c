import { basename } from 'node:path'
import type { ListAccount } from '../../contract/sources/account.ts'
import type { ImportLimits } from '../import/limits.ts'
import type { ListReading } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { type AccountOptions, accountOf } from './account.ts'
import { documentContainers } from './document-containers.ts'
import { documentNotes } from './document-notes.ts'
import { readHead } from './file-head.ts'

/** Part of a document in which arrays and elements beside the records are searched. */
const HEAD_BYTES = 256 * 1024

/** Returns the account of a price list that was read with a mapping. */
export async function readAccount(
  path: string,
  mapping: Mapping,
  reading: ListReading,
  limits: ImportLimits,
  options: AccountOptions = {},
): Promise<ListAccount> {
  const head = await readHead(path, limits, () => {}, mapping.records?.file, HEAD_BYTES)
  const containers = [...reading.containers, ...documentContainers(head, mapping, limits)]
  return accountOf(
    mapping,
    {
      ...reading,
      containers,
      notes: [...reading.notes, ...documentNotes(head), options.called || basename(head.name)],
    },
    options,
  )
}
