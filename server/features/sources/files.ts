import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileClosed } from '../../platform/file-closed.ts'
import { makePrivateFolder, serverIdOf } from '../../platform/private-files.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ServerFile } from './bounds.ts'

const PRIVATE = 0o600

/** Price list in the folder `incoming`. */
export interface SavedFile {
  name: string
  /** size in bytes */
  size: number
}

/** Price list to import. */
export interface ListFile {
  name: string
  /** name as its sender calls it */
  called?: string
  bytes: number
  sha256: string
  /** validators that the server of the file has sent; '' for a missing one */
  etag: string
  modified: string
}

/**
 * Files of sources on this machine, in DATA_DIR: waiting price lists in `incoming/`, rejected records in `rejects/`.
 * Names are random and never chosen by users.
 */
export class SourceFiles {
  readonly #dataDir: string
  #server: string | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Id of the folder's server, stored in DATA_DIR; servers that share DATA_DIR have the same id. */
  get server(): string {
    this.#server ??= serverIdOf(this.#dataDir)
    return this.#server
  }

  /** Returns a new random file name. */
  newName(): string {
    return randomBytes(16).toString('hex')
  }

  /** Returns the path of a price list. */
  path(name: string): string {
    const folder = join(this.#dataDir, 'incoming')
    makePrivateFolder(folder)
    return join(folder, name)
  }

  /** Returns the path of a file of rejected records. */
  rejectsPath(name: string): string {
    return join(this.#dataDir, 'rejects', `${name}.rejects.jsonl`)
  }

  /**
   * Saves a stream atomically.
   * @param mostMegabytes maximum size of the file
   * @throws Refusal for a file that is empty, too large or does not fit the disk
   */
  async save(stream: Readable, mostMegabytes: number): Promise<SavedFile> {
    const name = this.newName()
    const path = this.path(name)
    const most = mostMegabytes * 2 ** 20
    // The iterator does not destroy the request, so that a refusal can still be answered.
    const source = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
    let size = 0
    const counted = async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        size += piece.length
        if (size > most) throw tooLarge(mostMegabytes)
        yield piece
      }
    }
    const file = createWriteStream(path, { mode: PRIVATE, flags: 'wx' })
    try {
      await pipeline(source, counted, file)
      if (size === 0) throw new Refusal(400, 'Файл пуст')
      return { name, size }
    } catch (error) {
      await fileClosed(file)
      await rm(path, { force: true })
      throw diskFull(error) ?? error
    }
  }

  /** Saves generated content like `save`, and ends its generator in any case. */
  async saveChunks(chunks: AsyncIterable<Uint8Array>, mostMegabytes: number): Promise<SavedFile> {
    const stream = Readable.from(chunks)
    try {
      return await this.save(stream, mostMegabytes)
    } finally {
      stream.destroy()
    }
  }

  /** Adds a second name to a price list; removing one name leaves the other. */
  async link(name: string): Promise<string> {
    const other = this.newName()
    try {
      // Updates the file's time: no run needs the new name yet, and `tidy` would remove an old unused file.
      const now = new Date()
      await utimes(this.path(name), now, now)
      await link(this.path(name), this.path(other))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') throw new Refusal(404, 'Такого файла больше нет: загрузите его снова')
      // The file is copied on file systems without hard links.
      await pipeline(
        createReadStream(this.path(name)),
        createWriteStream(this.path(other), { mode: PRIVATE, flags: 'wx' }),
      )
    }
    return other
  }

  /** Returns the SHA-256 of a file's content. */
  async sha256(name: string): Promise<string> {
    const hash = createHash('sha256')
    try {
      await pipeline(createReadStream(this.path(name)), hash)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw new Refusal(404, 'Файла этого запуска больше нет')
    }
    return hash.digest('base64url')
  }

  async remove(name: string): Promise<void> {
    if (name !== '') await rm(this.path(name), { force: true })
  }

  /** Removes the given price lists that are in this server's folder; other servers remove their own. */
  async removeAll(all: readonly ServerFile[]): Promise<void> {
    for (const { name, server } of all) if (server === this.server) await this.remove(name)
  }

  async removeRejects(name: string): Promise<void> {
    if (name !== '') await rm(this.rejectsPath(name), { force: true })
  }

  /** Removes the given files of rejected records that are in this server's folder. */
  async removeAllRejects(all: readonly ServerFile[]): Promise<void> {
    for (const { name, server } of all) if (server === this.server) await this.removeRejects(name)
  }

  /**
   * Removes files that no run needs and that were last written before `since` (ms): leftovers of a process that died.
   */
  async tidy(
    needed: { files: ReadonlySet<string>; rejects: ReadonlySet<string> },
    since: number,
  ): Promise<void> {
    const incoming = join(this.#dataDir, 'incoming')
    await removeOthers(incoming, (name) => needed.files.has(name), since)
    await removeOthers(
      join(this.#dataDir, 'rejects'),
      // Files written by the import command have names with site and day; they are never removed.
      (name) => !/^[\da-f]{32}\.rejects\.jsonl$/.test(name) || needed.rejects.has(name.slice(0, 32)),
      since,
    )
  }
}

async function removeOthers(
  folder: string,
  isNeeded: (name: string) => boolean,
  since: number,
): Promise<void> {
  if (!existsSync(folder)) return
  for (const name of await readdir(folder)) {
    if (isNeeded(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < since) await rm(path, { force: true })
  }
}

export const tooLarge = (megabytes: number): Refusal =>
  new Refusal(413, `Файл больше ${new Intl.NumberFormat('ru-RU').format(megabytes)} МБ`)

/** Converts an error about a full disk into a refusal. */
export function diskFull(error: unknown): Refusal | undefined {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new Refusal(507, 'На диске сервера нет места для файла')
    : undefined
}
