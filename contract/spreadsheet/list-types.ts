/**
 * File extensions of price lists by MIME type, for the share target, the file handler and mailboxes. Messengers name the
 * type as they like.
 */
export const LIST_TYPES = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-excel.sheet.macroEnabled.12': ['.xlsm'],
  'application/vnd.ms-excel': ['.xls'],
  'text/csv': ['.csv'],
  'application/csv': ['.csv'],
  'text/comma-separated-values': ['.csv'],
  'text/tab-separated-values': ['.tsv', '.tab'],
  'text/plain': ['.txt'],
  'application/zip': ['.zip'],
  'application/x-zip-compressed': ['.zip'],
  'application/gzip': ['.gz'],
  'application/xml': ['.xml', '.yml'],
  'text/xml': ['.xml', '.yml'],
  'application/json': ['.json'],
  'application/jsonl': ['.jsonl'],
  'application/x-ndjson': ['.ndjson', '.jsonl'],
}
