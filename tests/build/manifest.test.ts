// Specification 12.10

import { expect, it } from 'vitest'
import { manifest } from '../../build/manifest.ts'

it.each([
  '.xlsx',
  '.xlsm',
  '.xls',
  '.csv',
  '.tsv',
  '.txt',
  '.xml',
  '.yml',
  '.json',
  '.jsonl',
  '.ndjson',
  '.zip',
  '.gz',
])('the manifest takes %s from the share menu, and opens it', (extension) => {
  const shared = manifest.share_target as { params: { files: { accept: string[] }[] } }
  expect(shared.params.files[0]?.accept).toContain(extension)
  expect(manifest.file_handlers?.flatMap(({ accept }) => Object.values(accept).flat())).toContain(extension)
})
