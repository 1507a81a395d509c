import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { ImportError } from '../../../import/errors.ts'
import { type PageReading, readShopPage } from '../../../pages/read-page.ts'
import { readSitemap } from '../../../pages/sitemap.ts'
import { Refusal } from '../../../platform/refusal.ts'

/** Fetched page on the disk. */
export interface PageFile {
  path: string
  /** header of the answer, which may name the encoding */
  contentType: string
  /** whether a person is to see the page */
  previews: boolean
  /** address of the page, if its links are wanted; '' otherwise */
  linksFrom: string
}

/** Addresses of a sitemap, or of the sitemaps of an index. */
export interface SitemapFile {
  kind: 'index' | 'pages'
  entries: string[]
}

/** Maximum number of addresses of one sitemap (sitemaps.org). */
const MAX_ENTRIES = 50_000

/**
 * Reads the file of a page.
 * @throws Refusal for a page that cannot be read
 */
export async function readPageFile({ path, contentType, ...wanted }: PageFile): Promise<PageReading> {
  const bytes = await readFile(path)
  try {
    return readShopPage(bytes, contentType, wanted)
  } catch (error) {
    // Whatever a page does to the reader is the page's fault: it would do it again.
    throw new Refusal(400, error instanceof ImportError ? error.message : 'Страница не читается')
  }
}

/**
 * Reads the file of a sitemap.
 * @throws ImportError if the file is damaged
 */
export async function readSitemapFile(path: string): Promise<SitemapFile> {
  const entries: string[] = []
  const kind = await readSitemap(createReadStream(path), ({ address }) => entries.push(address) < MAX_ENTRIES)
  return { kind, entries }
}

/** Returns why a sitemap leads to nothing that is wanted, in Russian. */
export function emptySitemap({ kind, entries }: SitemapFile): string {
  if (entries.length === 0) return 'В карте сайта нет адресов'
  return kind === 'index'
    ? 'Индекс карт сайта называет только карты других сайтов'
    : 'Ни один адрес карты сайта не подходит под виды адресов этого источника'
}
