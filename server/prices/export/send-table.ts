import type { FastifyReply } from 'fastify'
import { CSV_TYPE } from '../../../contract/spreadsheet/csv.ts'
import { XLSX_TYPE } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { csvStream } from './report-csv.ts'
import { tableParts, xlsxStream } from './xlsx.ts'

/** Answers with a table as a file. @param name name of the file without its extension */
export const sendTable = (
  reply: FastifyReply,
  name: string,
  format: 'xlsx' | 'csv',
  ...table: Parameters<typeof tableParts>
): FastifyReply =>
  reply
    .type(format === 'xlsx' ? XLSX_TYPE : CSV_TYPE)
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .send(format === 'xlsx' ? xlsxStream(tableParts(...table)) : csvStream(table[0]))
