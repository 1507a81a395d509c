import { renameSync, rmSync } from 'node:fs'
// @ts-expect-error plain JavaScript
import { failAt } from '../../manifest.mjs'
// @ts-expect-error plain JavaScript
import { open } from '../database.mjs'

failAt('backup')
const path = process.argv.at(-1) as string
const partial = `${path}.${process.pid}.partial`
rmSync(partial, { force: true })
open().prepare('VACUUM INTO ?').run(partial)
renameSync(partial, path)
