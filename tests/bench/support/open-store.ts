import type { Db } from '../../../server/platform/db/db.ts'
import { openDatabase } from '../../../server/platform/db/open.ts'
import type { Store } from './workspace.ts'

/** Opens a database at the same time as the measured server that uses it. */
export const openStore = (store: Store): Promise<Db> =>
  openDatabase({
    dataDir: 'DATA_DIR' in store ? store.DATA_DIR : '',
    databaseUrl: 'DATABASE_URL' in store ? store.DATABASE_URL : undefined,
  })
