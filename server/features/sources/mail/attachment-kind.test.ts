// Specification 13.16

import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { tyresCsv } from '../../../../tests/support/sources.ts'
import { attachmentKind } from './attachment-kind.ts'

const zip = (...names: string[]) =>
  Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, [strToU8('x'), { level: 0 }]]))))
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const WORKBOOK = zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml')
const OLD_OFFICE = latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')
const CSV = Buffer.from(tyresCsv(4, 4_000))
const ODS = Buffer.from(
  zipSync({ mimetype: [strToU8('application/vnd.oasis.opendocument.spreadsheet'), { level: 0 }] }),
)

describe('attachmentKind', () => {
  it.each([
    ['прайс.xlsm', WORKBOOK],
    ['прайс', WORKBOOK],
    ['price.dat', WORKBOOK],
    ['прайс.xls', OLD_OFFICE],
    ['прайс.bin', OLD_OFFICE],
    ['прайс.zip', zip('прайс.csv')],
    ['прайс', gzipSync(CSV)],
    ['прайс', CSV],
    ['прайс.txt', CSV],
    ['прайс.txt', Buffer.from(CSV.toString(), 'utf16le')],
    ['прайс.csv', latin1('one column\r\n')],
    ['прайс.csv', Buffer.alloc(0)],
    ['прайс', latin1('<?xml version="1.0"?><yml_catalog>')],
    ['прайс', latin1('[{"article": 1}]')],
    ['прайс.htm', latin1('<html><table><tr><td>a<td>b<td>c</tr><tr><td>1<td>2<td>3</tr></table>')],
  ])('takes %s for a price list by its content', (name, head) => {
    expect(attachmentKind(head, name)).toEqual({ is: 'list' })
  })

  it.each([
    [
      'winmail.dat',
      latin1('\x78\x9f\x3e\x22\x01\x00'),
      'вложения Outlook в формате TNEF, нужно письмо в формате HTML',
    ],
    ['прайс.rar', latin1('Rar!\x1a\x07'), 'архив RAR, нужен ZIP'],
    ['прайс.xlsx', latin1('Rar!\x1a\x07'), 'архив RAR, нужен ZIP'],
    ['прайс.7z', latin1('7z\xbc\xaf\x27\x1c'), 'архив 7-Zip, нужен ZIP'],
    ['прайс.pdf', latin1('%PDF-1.7'), 'документ PDF, нужна таблица'],
    ['прайс.ods', ODS, 'таблица OpenDocument, нужен XLSX'],
    ['прайс.xlsb', WORKBOOK, 'двоичная книга XLSB, нужен XLSX'],
    ['прайс', zip('[Content_Types].xml', 'xl/workbook.bin'), 'двоичная книга XLSB, нужен XLSX'],
  ])('names the reason why %s is not read', (name, head, why) => {
    expect(attachmentKind(head, name)).toEqual({ is: 'unreadable', why })
  })

  it.each([
    ['logo.png', latin1('\x89PNG\r\n')],
    ['договор.docx', zip('[Content_Types].xml')],
    ['договор', zip('[Content_Types].xml', 'word/document.xml')],
    ['договор.doc', OLD_OFFICE],
    ['подпись.txt', Buffer.from('С уважением,\nАнна; отдел продаж\nтел. +7\n\nЖдём заказов\n')],
    ['встреча.ics', latin1('BEGIN:VCALENDAR\r\nA;B;C\r\nA;B;C\r\nA;B;C\r\n')],
    ['письмо.html', latin1('<html><body>Здравствуйте</body>')],
    ['ключ', latin1('\0\x01\x02\x03\x04\x05')],
    ['вложение', Buffer.alloc(0)],
  ])('takes %s for no price list', (name, head) => {
    expect(attachmentKind(head, name)).toEqual({ is: 'other' })
  })

  it('has an answer for any bytes and names', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string(), (bytes, name) => {
        expect(['list', 'other', 'unreadable']).toContain(attachmentKind(Buffer.from(bytes), name).is)
      }),
    )
  })
})
