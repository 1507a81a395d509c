// Specification 23.9

import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readSitemap } from './sitemap.ts'

async function* pieces(content: Uint8Array | string, size = 1_000) {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(content: Uint8Array | string, most = Number.POSITIVE_INFINITY, size?: number) {
  const addresses: string[] = []
  const kind = await readSitemap(pieces(content, size), ({ address }) => addresses.push(address) < most)
  return { kind, addresses }
}

const urlset = (...addresses: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<url><loc>\n ${address} </loc><lastmod>2026-11-20</lastmod></url>`)
    .join('')}</urlset>`

describe('readSitemap', () => {
  it('reads pages, also packed and in small pieces', async () => {
    const both = ['https://a.ru/1?a=1&amp;b=2', 'https://a.ru/шина']
    const found = { kind: 'pages', addresses: ['https://a.ru/1?a=1&b=2', 'https://a.ru/шина'] }
    expect(await read(urlset(...both))).toEqual(found)
    expect(await read(urlset(...both), 10, 1)).toEqual(found)
    expect(await read(gzipSync(urlset(...both)))).toEqual(found)
    expect(await read(gzipSync(urlset(...both)), 10, 7)).toEqual(found)
  })

  it('reads an index', async () => {
    const index =
      '<sitemapindex><sitemap><loc>https://a.ru/s1.xml.gz</loc></sitemap><sitemap><loc>https://a.ru/s2.xml</loc></sitemap></sitemapindex>'
    expect(await read(index)).toEqual({
      kind: 'index',
      addresses: ['https://a.ru/s1.xml.gz', 'https://a.ru/s2.xml'],
    })
  })

  it('reads a text with an address per line', async () => {
    expect(await read('\ufeffhttps://a.ru/1\r\nhttps://a.ru/2\n\nmailto:x\nhttps://a.ru/3')).toEqual({
      kind: 'pages',
      addresses: ['https://a.ru/1', 'https://a.ru/2', 'https://a.ru/3'],
    })
  })

  it('takes the page, not its pictures, and leaves out what is no address', async () => {
    const page =
      '<urlset xmlns:image="x"><url><loc>https://a.ru/1</loc><image:image><image:loc>https://a.ru/p.jpg</image:loc></image:image></url><url><loc>/relative</loc></url><url><loc>javascript:x</loc></url></urlset>'
    expect((await read(page)).addresses).toEqual(['https://a.ru/1'])
  })

  it('reads prefixed elements, and blank lines before the declaration', async () => {
    const prefixed =
      '<sm:urlset xmlns:sm="x" xmlns:image="y"><sm:url><image:image><image:loc>https://a.ru/p.jpg</image:loc></image:image><sm:loc>https://a.ru/1</sm:loc></sm:url></sm:urlset>'
    expect(await read(prefixed)).toEqual({ kind: 'pages', addresses: ['https://a.ru/1'] })
    for (const size of [1, 1_000])
      expect(await read(`\n\n  ${urlset('https://a.ru/1')}`, 10, size)).toEqual({
        kind: 'pages',
        addresses: ['https://a.ru/1'],
      })
    const blank = `${' \n'.repeat(300)}${urlset('https://a.ru/1')}`
    expect((await read(blank)).addresses).toEqual(['https://a.ru/1'])
  })

  it('says that a page came in its place', async () => {
    await expect(read('<!DOCTYPE html><html><body>404</body></html>')).rejects.toThrow(
      'Вместо карты сайта пришла страница',
    )
  })

  it('stops when enough was taken, and reads an empty one', async () => {
    const many = urlset(...Array.from({ length: 5_000 }, (_, n) => `https://a.ru/${n}`))
    expect((await read(many, 3)).addresses).toHaveLength(3)
    expect(await read('')).toEqual({ kind: 'pages', addresses: [] })
  })

  it('keeps what came before the damage', async () => {
    const taken: string[] = []
    const damaged = `${urlset('https://a.ru/1').replace('</urlset>', '')}<url><loc>https://a.ru/2`
    await expect(readSitemap(pieces(damaged), ({ address }) => taken.push(address) > 0)).rejects.toThrow(
      'не закрыт элемент',
    )
    expect(taken).toEqual(['https://a.ru/1'])
  })
})
