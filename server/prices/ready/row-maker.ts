import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { type Aside, createAside } from './aside.ts'
import type { PackedParts } from './gzip-parts.ts'
import type { RowsRequest } from './make-rows.ts'
import { BESIDE_ANSWERS } from './row-threads.ts'

/** Makes rows of lists. */
export interface RowMaker {
  /** whether it works aside from the thread that answers, so that much can be made ahead */
  readonly aside: boolean
  /** @param ahead nobody waits for them yet: what others ask for comes first */
  make(request: RowsRequest, ahead: boolean): Promise<PackedParts>
}

type WorkingRowMaker = RowMaker & Pick<Aside, 'workAside' | 'stop'>

export function createRowMaker(replicas: Replicas, location: DatabaseLocation): WorkingRowMaker {
  const aside = createAside(replicas, location, { most: BESIDE_ANSWERS, behind: false })
  return {
    get aside() {
      return aside.works
    },
    make: (request, ahead) => aside.run('rows', request, ahead),
    workAside: aside.workAside,
    stop: aside.stop,
  }
}
