// Specification 13.14

import { describe, expect, it } from 'vitest'
import { sharedLinkOf, withSheet } from './shared-link.ts'

const ID = '1AbC-d_EfGhIjKlMnOpQr'

describe('sharedLinkOf', () => {
  it.each([
    [
      `https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing`,
      `https://docs.google.com/spreadsheets/d/${ID}/export?format=xlsx`,
    ],
    [
      `https://docs.google.com/spreadsheets/u/0/d/${ID}/edit?gid=0#gid=0`,
      `https://docs.google.com/spreadsheets/d/${ID}/export?format=xlsx`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=987`,
      `https://docs.google.com/spreadsheets/d/${ID}/export?format=csv&gid=987`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pubhtml?gid=5&single=true`,
      `https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?output=csv&gid=5&single=true`,
    ],
    [
      `https://drive.google.com/file/d/${ID}/view?usp=drive_link`,
      `https://drive.usercontent.google.com/download?id=${ID}&export=download&confirm=t`,
    ],
    [
      `https://drive.google.com/open?id=${ID}`,
      `https://drive.usercontent.google.com/download?id=${ID}&export=download&confirm=t`,
    ],
    ['https://www.dropbox.com/s/abc/price.xlsx?dl=0', 'https://www.dropbox.com/s/abc/price.xlsx?dl=1'],
    [
      'https://www.dropbox.com/scl/fi/abc/price.csv?rlkey=k&dl=0',
      'https://www.dropbox.com/scl/fi/abc/price.csv?rlkey=k&dl=1',
    ],
    ['https://1drv.ms/x/c/ab/cd?e=x', 'https://1drv.ms/x/c/ab/cd?e=x&download=1'],
    [
      'https://onedrive.live.com/edit?resid=AB!1&authkey=!K&ithint=file',
      'https://onedrive.live.com/download?resid=AB%211&authkey=%21K',
    ],
    [
      'https://firma-my.sharepoint.com/:x:/g/personal/anna/Eab?e=x',
      'https://firma-my.sharepoint.com/:x:/g/personal/anna/Eab?e=x&download=1',
    ],
  ])('returns the file behind %s', (link, address) => {
    expect(sharedLinkOf(link)).toMatchObject({ address })
    expect(sharedLinkOf(link)?.read).toBeUndefined()
  })

  it.each([
    ['https://disk.yandex.ru/d/AbC', { public_key: 'https://disk.yandex.ru/d/AbC' }],
    ['https://yadi.sk/i/AbC', { public_key: 'https://yadi.sk/i/AbC' }],
    [
      'https://disk.yandex.ru/d/AbC/%D0%A6%D0%B5%D0%BD%D1%8B/price%201.csv',
      { public_key: 'https://disk.yandex.ru/d/AbC', path: '/Цены/price 1.csv' },
    ],
  ])('asks Yandex Disk for the file of %s', (link, asked) => {
    const { address = '', read } = sharedLinkOf(link) ?? {}
    expect(new URL(address).host).toBe('cloud-api.yandex.net')
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual(asked)
    expect(read?.('{"href":"https://downloader.disk.yandex.ru/x?y=1"}')).toBe(
      'https://downloader.disk.yandex.ru/x?y=1',
    )
    for (const answer of ['{"error":"DiskNotFoundError"}', '{"href":5}', 'null', '<html>', ''])
      expect(read?.(answer)).toBeUndefined()
  })

  it('finds the server of a file in a page of Mail', () => {
    const link = sharedLinkOf('https://cloud.mail.ru/public/AbCd/EfGh1/')
    expect(link?.address).toBe('https://cloud.mail.ru/public/AbCd/EfGh1/')
    const page = (url: string) => `<script>window.x={"weblink_get":[{"count":"50","url":"${url}"}]}</script>`
    expect(link?.read?.(page('https://cloclo5.cloud.mail.ru/public/get/'))).toBe(
      'https://cloclo5.cloud.mail.ru/public/get/AbCd/EfGh1',
    )
    expect(link?.read?.('<html>Ничего</html>')).toBeUndefined()
    // Linear: a pattern that backtracks over the spaces would take minutes.
    const hostile = '"weblink_get":'.concat(' '.repeat(2_000_000))
    expect(link?.read?.(hostile)).toBeUndefined()
    expect(link?.read?.('"weblink_get":{'.repeat(100_000))).toBeUndefined()
  })

  it.each([
    'https://shop.ru/price.csv',
    'https://docs.google.com/document/d/x/edit',
    'https://drive.google.com/drive/folders/abc',
    `https://drive.google.com/open?id=${encodeURIComponent('a&b')}`,
    'https://disk.yandex.ru/client/disk',
    'https://evil.ru/?https://disk.yandex.ru/d/AbC',
    'https://cloud.mail.ru/home/',
    'https://firma.sharepoint.com/sites/a',
    'ftp://1drv.ms/x',
    'нет',
  ])('leaves %s alone', (address) => {
    expect(sharedLinkOf(address)).toBeUndefined()
  })
})

describe('withSheet', () => {
  it.each([
    [
      `https://docs.google.com/spreadsheets/d/${ID}/edit#gid=7`,
      `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=7`,
    ],
    [
      `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=1#gid=7`,
      `https://docs.google.com/spreadsheets/d/${ID}/edit?gid=7`,
    ],
    ['https://shop.ru/a#gid=7', 'https://shop.ru/a#gid=7'],
  ])('moves the sheet of %s to the query', (address, stored) => {
    expect(withSheet(address)).toBe(stored)
  })
})
