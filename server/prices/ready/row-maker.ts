import type { DatabaseLocation } from '../../platform/db/open.ts'
import type { Replicas } from '../../platform/db/replicas.ts'
import { type Aside, createAside } from './aside.ts'
import type { PackedParts } from './gzip-parts.ts'
import type { RowsRequest } from './make-rows.ts'
import { BESIDE_ANSWERS } from './row-threads.ts'

/** Builds rows of lists. */
export interface RowMaker {
  /** whether it works outside the main thread, so that much can be built in advance */
  readonly aside: boolean
  /** @param ahead low priority, because no request waits for the rows yet */
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
