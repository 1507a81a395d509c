import { hostname } from 'node:os'
import { formatSize } from '../../../contract/lib/format-size.ts'
import type { Db } from '../../platform/db/db.ts'
import { addFact, readFact, removeFact } from '../../platform/db/installation-facts.ts'
import { serverIdOf } from '../../platform/server-id.ts'
import { hasUsers } from '../auth/users.ts'
import { createNoticeForAdmins } from '../notifications/delivery/notices.ts'
import { type DiskSpace, isDiskLow, readDisk } from './disk.ts'
import { recordDiskUse } from './disk-use.ts'

/**
 * Notifies administrators when the disk of the data directory becomes low, once until it has recovered, and of the
 * recovery (specification 28.7). Every server watches its own disk; of servers that share one, one notifies.
 */
export async function watchDisk(
  db: Db,
  dataDir: string,
  read: (folder: string) => Promise<DiskSpace | undefined> = readDisk,
): Promise<void> {
  const disk = await read(dataDir)
  if (!disk) return
  const server = serverIdOf(dataDir)
  await recordDiskUse(db, server, disk)
  const fact = `disk low: ${server}` as const
  const wasLow = (await readFact(db, fact)) !== undefined
  const isLow = isDiskLow(disk, wasLow)
  if (isLow === wasLow) return
  // Before the set-up there is nobody to notify.
  if (!(await hasUsers(db))) return
  await db.transaction(async (sql) => {
    if (!(await (isLow ? addFact(sql, fact, '') : removeFact(sql, fact)))) return
    await createNoticeForAdmins(sql, 'Состояние', isLow ? lowText(disk) : recoveredText(disk))
  })
}

const freeText = ({ free, total }: DiskSpace): string =>
  `на диске сервера ${hostname()} свободно ${formatSize(free)} из ${formatSize(total)}`

const lowText = (disk: DiskSpace): string =>
  `Заканчивается место: ${freeText(disk)}. Когда места не станет, цены перестанут загружаться. Что сделать: Профиль → Состояние.`

const recoveredText = (disk: DiskSpace): string => `Места снова достаточно: ${freeText(disk)}.`
