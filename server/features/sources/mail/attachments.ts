import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { fileClosed } from '../../../platform/file-closed.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchLimits } from '../fetch-request.ts'
import { diskFull, tooLarge } from '../files.ts'
import type { ReadMail } from './read-mail.ts'
import { matchesWhole } from './wildcard.ts'

/** Attachment of a mail. */
export interface Attachment {
  /** number of the part in the mail, such as '2.1' */
  part: string
  name: string
  /** size in bytes, as far as the encoded size tells */
  bytes: number
}

const PRIVATE = 0o600
/** Maximum number of parts of a mail with a price list. */
export const MOST_PARTS = 500
const PIECE_BYTES = 2 ** 20
const MINUTE_MS = 60_000
const LONGEST_NAME = 200
/** Names of files that can be price lists, without a pattern. */
const PRICE_LIST = /\.(?:csv|tsv|txt|xml|yml|xlsx?|json|jsonl|ndjson|zip|gz)$/i

/**
 * Returns the attachments of a mail that can be a source's price list.
 * @param pattern pattern of the name; '' for any price list
 * @returns undefined if the mail has too many parts
 */
export async function findAttachments(
  client: ImapFlow,
  uid: number,
  pattern: string,
): Promise<Attachment[] | undefined> {
  const mail = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
  const structure = mail ? mail.bodyStructure : undefined
  return attachmentsOf(structure)?.filter(({ name }) =>
    pattern === '' ? PRICE_LIST.test(name) : matchesWhole(pattern, name),
  )
}

function attachmentsOf(structure: MessageStructureObject | undefined): Attachment[] | undefined {
  const found: Attachment[] = []
  const open = structure ? [structure] : []
  for (let parts = 1; ; parts++) {
    const node = open.pop()
    if (!node) return found
    if (parts > MOST_PARTS) return undefined
    const name = nameOf(node)
    if (node.childNodes) open.push(...node.childNodes.toReversed())
    else if (name !== '') {
      const size = node.size ?? 0
      const bytes = node.encoding === 'base64' ? Math.floor((size * 3) / 4) : size
      found.push({ part: node.part ?? '1', name, bytes })
    }
  }
}

function nameOf({ dispositionParameters, parameters }: MessageStructureObject): string {
  const name = dispositionParameters?.filename ?? parameters?.name ?? ''
  return name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, LONGEST_NAME)
}

/** Share of base64 that is line breaks, at the usual length of 76 characters. */
const LINE_BREAKS = 78 / 76

/**
 * Downloads an attachment of the opened folder into a file, decoded. The file exists afterwards only if it is complete.
 * @throws FetchFailure, SourceRefusal
 */
export async function downloadAttachment(
  client: ImapFlow,
  { uid }: ReadMail,
  { part, bytes: expected }: Attachment,
  path: string,
  { fetchMegabytes, fetchMinKilobytes }: FetchLimits,
): Promise<{ bytes: number; sha256: string }> {
  const most = fetchMegabytes * 2 ** 20
  if (expected > most * LINE_BREAKS) throw tooLarge(fetchMegabytes)
  const hash = createHash('sha256')
  let bytes = 0
  const { content } = await client.download(String(uid), part, {
    uid: true,
    decodeText: false,
    chunkSize: PIECE_BYTES,
    maxBytes: most + 1,
  })
  if (!content) throw new FetchFailure('Письма с прайс-листом больше нет в папке', true)
  let bytesBefore = 0
  const minutes = setInterval(() => {
    if (bytes - bytesBefore < fetchMinKilobytes * 1_024) {
      content.destroy(
        new FetchFailure(
          `Сервер почты отдаёт файл слишком медленно: меньше ${fetchMinKilobytes} КБ за минуту`,
          true,
        ),
      )
    }
    bytesBefore = bytes
  }, MINUTE_MS).unref()
  const counted = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length
      if (bytes > most) throw tooLarge(fetchMegabytes)
      hash.update(piece)
      yield piece
    }
  }
  const file = createWriteStream(path, { mode: PRIVATE, flags: 'wx' })
  try {
    await pipeline(content, counted, file)
    if (bytes === 0) throw new FetchFailure('Вложение пусто', false)
    return { bytes, sha256: hash.digest('base64url') }
  } catch (error) {
    await fileClosed(file)
    await rm(path, { force: true })
    throw diskFull(error) ?? error
  } finally {
    clearInterval(minutes)
  }
}
