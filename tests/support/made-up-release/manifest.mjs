// What package.json says: the version, the columns of its tables, the step at which this release fails, and the paths
// that its build tries to read.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const { version, columns, fault, hostile } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'),
)

export function failAt(step) {
  if (fault === step) throw new Error(`made-up fault: ${step}`)
}
