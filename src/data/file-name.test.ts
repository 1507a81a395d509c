// Specification 5.3

import { expect, it } from 'vitest'
import { fileNameOf, safeFileName } from './file-name.ts'

it.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename=prices.xlsx', 'prices.xlsx'],
  ['attachment; filename="цены на шины.xlsx"', 'цены на шины.xlsx'],
  // Violations of the standard: neither quoted nor encoded, encoded but quoted, and a quote that is never closed.
  ['attachment; filename=цены на шины.xlsx', 'цены на шины.xlsx'],
  ['attachment; filename=цены (1).xlsx; size=5', 'цены (1).xlsx'],
  ["attachment; filename*=UTF-8''цены на шины.xlsx", 'цены на шины.xlsx'],
  ['attachment; filename="x.xlsx', null],
  ['attachment; Filename = x.xlsx ;', 'x.xlsx'],
  // UTF-8 bytes, decoded one by one as browsers do.
  ['attachment; filename="Ñ\u0086ÐµÐ½Ñ\u008b.xlsx"', 'цены.xlsx'],
  ['attachment; filename="caf\u00e9.xlsx"', 'caf\u00e9.xlsx'],
  ['attachment; filename="a \\"b\\".xlsx"', 'a _b_.xlsx'],
  ["attachment; filename=x.xlsx; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D1%8B.xlsx", 'цены.xlsx'],
  ["attachment; filename=x.xlsx; filename*=UTF-8''%E0%A4%A", 'x.xlsx'],
  ['attachment; filename="../../etc/passwd"', '_.._etc_passwd'],
  ['attachment; filename="C:\\\\x\u0000y.xlsx"', 'C__x_y.xlsx'],
])('the name in %j is %j', (header, name) => {
  expect(fileNameOf(header)).toBe(name)
})

it.each([
  ['table-5', 'table-5'],
  ['table-../../a', 'table-.._.._a'],
  ['table-a\u0000b\u202e', 'table-a_b_'],
])('%j becomes the safe name %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})
