// Specification 10.12, 10.13

import { describe, expect, it } from 'vitest'
import { detectFormat } from './detect-format.ts'

describe('detectFormat', () => {
  it.each([
    ['article,brand\n1,2', 'prices.csv', 'csv'],
    ['article\tbrand', 'prices.txt', 'csv'],
    ['\ufeff <?xml version="1.0"?><a/>', 'prices', 'xml'],
    ['[{"a":1}]', 'prices.json.gz', 'json'],
    ['{"items":[', 'prices', 'json'],
    ['{"a":1}\n{"a":2}', 'prices', 'jsonl'],
    ['{"a":1}', 'prices.jsonl', 'jsonl'],
    ['{"a":1}', 'prices.ndjson.gz', 'jsonl'],
    ['{"a":{\n{', 'prices', 'json'],
    ['PK\u0003\u0004', 'prices.csv', 'xlsx'],
  ])('detects %j in %s as %s', (head, name, format) => {
    expect(detectFormat(Buffer.from(head), name)).toBe(format)
  })

  it('detects an old workbook by its first bytes', () => {
    expect(detectFormat(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), 'a.xlsx')).toBe('xls')
  })
})
