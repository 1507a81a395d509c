import type { RECOMMENDED_CALLS } from '../../../../contract/recommended/recommended-calls.ts'
import { uploadReader } from '../../../import/upload-readers.ts'
import type { Db } from '../../../platform/db/db.ts'
import { marketMedians } from '../../../prices/order/list-order.ts'
import { decodeRecommended } from '../../../prices/recommended-prices.ts'
import type { PriceReader } from '../../../prices/report-query.ts'
import type { Handlers } from '../../auth/serve-calls.ts'
import { previewList } from './merge-lists.ts'
import type { FileRequest, ReadRecommended } from './read-file.ts'
import { acceptedLists, acceptFile, restoreList } from './recommended-lists.ts'
import type { RecommendedTasks } from './recommended-thread.ts'

interface RecommendedListDeps {
  db: Db
  reader: PriceReader
}

export const recommendedListHandlers = ({
  db,
  reader,
}: RecommendedListDeps): Handlers<typeof RECOMMENDED_CALLS> => ({
  lists: async ({ user: { role } }) => ({
    lists: await acceptedLists(db),
    editable: role === 'admin' || role === 'analyst',
  }),
  async restore({ user, body: { list, base } }) {
    await restoreList(db, list, { user: user.id, base })
    return list === 0 ? 'Список РРЦ убран' : 'Прежний список РРЦ возвращён'
  },
  async preview({ user, query: choice, body: file }) {
    const read = await readRecommendedList({ file, choice }, user.id)
    return previewList(db, read, () => marketMedians(reader))
  },
  async accept({ user, query: { scope, base, name = '', ...choice }, body: file }) {
    const { rows } = await readRecommendedList({ file, choice }, user.id)
    await acceptFile(db, rows, { user: user.id, base, name, scope })
    return 'Список РРЦ принят'
  },
})

const read = uploadReader<RecommendedTasks>(new URL('./recommended-thread.ts', import.meta.url))

/**
 * Reads an uploaded list of recommended prices in a thread.
 * @param user id of the person
 * @throws errors of ReadUpload
 */
export async function readRecommendedList(request: FileRequest, user: string): Promise<ReadRecommended> {
  const { parts, ...found } = await read('read', request, user)
  return { ...found, rows: await decodeRecommended(parts) }
}
