import { rm } from 'node:fs/promises'
import type { ImapFlow, MessageStructureObject } from 'imapflow'
import { likeliestEncoding } from '../../../import/readers/decode.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { FetchLimits } from '../fetch-request.ts'
import { diskFull, tooLarge } from '../files.ts'
import { receiveList } from '../receive-list.ts'
import { attachmentKind } from './attachment-kind.ts'
import type { ReadMail } from './found-messages.ts'
import { matchesWhole } from './wildcard.ts'

/** Attachment of a mail. */
export interface Attachment {
  /** number of the part in the mail, such as '2.1' */
  part: string
  name: string
  /** size in bytes, as far as the encoded size tells */
  bytes: number
}

/** Maximum number of parts of a mail with a price list. */
export const MAX_PARTS = 500
const PIECE_BYTES = 2 ** 20
const MAX_NAME_LENGTH = 200
/** Maximum number of attachments of a mail whose first bytes are fetched. */
const MAX_PEEKED = 20
/** Number of encoded bytes at the start of an attachment that say what it is. */
const PEEK_BYTES = 12 * 1024
/** Number of bytes of a part's headers that are searched for its name. */
const HEADER_BYTES = 8 * 1024
const NAMELESS = 'без имени'
const REPLACED = '\ufffd'

/** Attachments of a mail by what can be done with them. */
export interface FoundAttachments {
  lists: Attachment[]
  /** those that could be price lists in a format that is not read, in words */
  unreadable: string[]
}

/** Part of a mail with its transfer encoding. */
interface EncodedPart extends Attachment {
  encoding: string
  isWhole: boolean
}

/**
 * Returns the attachments of a mail that can be a source's price list, by their content.
 * @param pattern pattern of the name; '' for any
 * @returns undefined if the mail has too many parts
 */
export async function findAttachments(
  client: ImapFlow,
  uid: number,
  pattern: string,
): Promise<FoundAttachments | undefined> {
  const mail = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
  const parts = partsOf(mail ? mail.bodyStructure : undefined)
  if (!parts) return undefined
  const found: FoundAttachments = { lists: [], unreadable: [] }
  const peeked = await peek(client, uid, parts.slice(0, MAX_PEEKED))
  for (const { encoding, isWhole, ...attachment } of parts) {
    const { head, header } = peeked.get(attachment.part) ?? {}
    if (attachment.name.includes(REPLACED) && header) attachment.name = nameIn(header) ?? attachment.name
    const kind = attachmentKind(head ?? Buffer.alloc(0), attachment.name)
    const isNamed = pattern !== '' && matchesWhole(pattern, attachment.name)
    if (kind.is === 'unreadable') found.unreadable.push(`«${attachment.name}» — ${kind.why}`)
    else if (isNamed || (pattern === '' && kind.is === 'list')) found.lists.push(attachment)
  }
  return found
}

function partsOf(structure: MessageStructureObject | undefined): EncodedPart[] | undefined {
  const found: EncodedPart[] = []
  const open = structure ? [structure] : []
  for (let parts = 1; ; parts++) {
    const node = open.pop()
    if (!node) return found
    if (parts > MAX_PARTS) return undefined
    const name = nameOf(node)
    if (node.childNodes) open.push(...node.childNodes.toReversed())
    else if (name !== '' || node.disposition === 'attachment' || node.type?.startsWith('application/')) {
      const size = node.size ?? 0
      const encoding = node.encoding ?? ''
      const bytes = encoding === 'base64' ? Math.floor((size * 3) / 4) : size
      const isWhole = node.part === undefined
      found.push({ part: node.part ?? '1', name: name || NAMELESS, bytes, encoding, isWhole })
    }
  }
}

const shownName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, MAX_NAME_LENGTH)

const nameOf = ({ dispositionParameters, parameters }: MessageStructureObject): string =>
  shownName(dispositionParameters?.filename ?? parameters?.name ?? '')

/** Fetches the first bytes of attachments, and the headers of those whose names are not in UTF-8. */
async function peek(
  client: ImapFlow,
  uid: number,
  parts: readonly EncodedPart[],
): Promise<Map<string, { head: Buffer; header: Buffer | undefined }>> {
  const found = new Map<string, { head: Buffer; header: Buffer | undefined }>()
  if (parts.length === 0) return found
  const headerOf = ({ part, isWhole }: EncodedPart) => (isWhole ? 'HEADER' : `${part}.MIME`)
  const bodyParts = parts.flatMap((one) => [
    { key: one.part, start: 0, maxLength: PEEK_BYTES },
    ...(one.name.includes(REPLACED) ? [{ key: headerOf(one), start: 0, maxLength: HEADER_BYTES }] : []),
  ])
  const mail = (await client.fetchOne(String(uid), { uid: true, bodyParts }, { uid: true })) || undefined
  const fetched = mail?.bodyParts
  for (const one of parts) {
    const head = decoded(fetched?.get(one.part) ?? Buffer.alloc(0), one.encoding)
    const header = one.isWhole ? mail?.headers : fetched?.get(headerOf(one).toLowerCase())
    found.set(one.part, { head, header })
  }
  return found
}

function decoded(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes
    .toString('latin1')
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(text, 'latin1')
}

/** File name in the headers of a part. */
const NAME = /\b(?:file)?name=(?:"([^"\r\n]{1,500})"|([^\s;"]{1,500}))/i

/** Returns the name in headers that programs wrote without encoding it, such as in windows-1251. */
function nameIn(header: Buffer): string | undefined {
  const [, quoted, plain] = NAME.exec(new TextDecoder(likeliestEncoding(header, true)).decode(header)) ?? []
  const name = quoted ?? plain
  return name === undefined ? undefined : shownName(name)
}

/** Share of base64 that is line breaks, at the usual length of 76 characters. */
const LINE_BREAKS = 78 / 76

/**
 * Downloads an attachment of the opened folder into a file, decoded. The file exists afterwards only if it is complete.
 * @throws FetchFailure, Refusal
 */
export async function downloadAttachment(
  client: ImapFlow,
  { uid }: ReadMail,
  { part, bytes: expected }: Attachment,
  path: string,
  limits: FetchLimits,
): Promise<{ bytes: number; sha256: string }> {
  const most = limits.fetchMegabytes * 2 ** 20
  if (expected > most * LINE_BREAKS) throw tooLarge(limits.fetchMegabytes)
  const { content } = await client.download(String(uid), part, {
    uid: true,
    decodeText: false,
    chunkSize: PIECE_BYTES,
    maxBytes: most + 1,
  })
  if (!content) throw new FetchFailure('Письма с прайс-листом больше нет в папке', true)
  try {
    const file = { stream: content, host: 'почты', wholeness: async () => undefined }
    const received = await receiveList(file, { path, expects: 'text' }, limits)
    if (received.bytes === 0) throw new FetchFailure('Вложение пусто', false)
    return received
  } catch (error) {
    await rm(path, { force: true })
    throw diskFull(error) ?? error
  }
}
