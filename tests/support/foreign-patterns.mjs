// Prints the regular expressions of the server and the contract as JSON: those in the source, and those that modules
// build when they are loaded.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const ROOT = join(import.meta.dirname, '..', '..')
const files = ['server', 'contract'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')),
)

const patterns = []
for (const file of files) {
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
  new Visitor({
    Literal({ regex }) {
      if (regex) patterns.push({ file, source: regex.pattern, flags: regex.flags })
    },
  }).visit(program)
}

const OWN = /(?:server|contract)\/[^\s:)]+\.ts(?=:)/
globalThis.RegExp = new Proxy(RegExp, {
  construct(target, [source, flags = ''], made) {
    // The line above this function's own is that of the caller.
    const [, , caller = ''] = new Error().stack?.split('\n') ?? []
    const file = caller.includes('node_modules') ? undefined : OWN.exec(caller)?.[0]
    if (file && typeof source === 'string') patterns.push({ file, source, flags })
    return Reflect.construct(target, [source, flags], made)
  },
})
// Programs of threads and commands begin to work when they are loaded.
const isProgram = (name) => /(?:\/|-)thread\.ts$|^server\/(?:commands|main)/.test(name)
for (const name of files.filter((name) => !isProgram(name))) await import(join(ROOT, name))
process.stdout.write(JSON.stringify(patterns), () => process.exit(0))
