// npm run health: prints metrics of the code with their limits, and imports that scripts/rooms.mjs forbids. Fails if a
// metric exceeds its limit or an import is forbidden; npm run lint runs it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { FORBIDDEN_PACKAGES, ROOMS } from './rooms.mjs'
import { ROOT, say } from './setup.mjs'

const PROJECTS = ['contract', 'src', 'sw', 'server']
const read = (file) => readFileSync(join(ROOT, file), 'utf8')

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file && existsSync(join(ROOT, file)))

/** The product's own modules, without tests. */
const modules = files
  .filter((file) => PROJECTS.some((project) => file.startsWith(`${project}/`)))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file))
  .map((file) => {
    const text = read(file)
    return { file, text, lines: text.split('\n').length - 1, parsed: parseSync(file, text) }
  })

// ── Rooms

const rooms = Object.keys(ROOMS).sort((a, b) => b.length - a.length)
const roomOf = (file) => rooms.find((room) => file.startsWith(`${room}/`))

/** Returns every module or package that a module imports, including dynamic and type-only imports. */
function importsOf({ file, text, parsed }) {
  const requests = [
    ...parsed.module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...parsed.module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...[...text.matchAll(/(?:\bimport\(|\bnew URL\()\s*'([^']+)'/g)].map(([, request]) => request),
  ]
  return requests.map((request) => ({
    request,
    target: request.startsWith('.') ? relative(ROOT, resolve(ROOT, dirname(file), request)) : undefined,
  }))
}

const violations = []
const reached = new Map(rooms.map((room) => [room, new Set()]))
for (const module of modules) {
  const room = roomOf(module.file)
  if (!room) {
    violations.push(`${module.file} belongs to no room of scripts/rooms.mjs`)
    continue
  }
  const allowed = ROOMS[room]
  for (const { request, target } of importsOf(module)) {
    if (!target) {
      const forbidden = FORBIDDEN_PACKAGES[module.file.split('/')[0]]
      if (forbidden?.test(request)) violations.push(`${module.file} must not import ${request}`)
      continue
    }
    const other = roomOf(target)
    if (!other || other === room) continue
    reached.get(room).add(other)
    const fits = allowed.some(
      (rule) =>
        rule === other || rule === target || (rule.endsWith('/**') && other.startsWith(rule.slice(0, -2))),
    )
    if (!fits) violations.push(`${module.file} imports ${target}: ${room} must not import ${other}`)
  }
}

/** Height of each room above the rooms that import no other. A cycle has no height and is reported. */
const heights = new Map()
function heightOf(room, path = []) {
  if (path.includes(room)) {
    violations.push(`Rooms import each other: ${[...path.slice(path.indexOf(room)), room].join(' → ')}`)
    return 0
  }
  if (!heights.has(room)) {
    const below = [...reached.get(room)].filter((other) => other.split('/')[0] === room.split('/')[0])
    heights.set(room, 1 + Math.max(0, ...below.map((other) => heightOf(other, [...path, room]))))
  }
  return heights.get(room)
}
const floors = Math.max(...rooms.filter((room) => room.startsWith('server')).map((room) => heightOf(room)))
for (const room of rooms) heightOf(room)

// ── Comments

/** Openings that hide the subject (the language rules of CONTRIBUTING). */
const WEAK_OPENING = /^(?:Of|What|Those|For those|In place of|Whether what|Told|Between|Is)\b/
const comments = modules.flatMap(({ file, text, parsed }) =>
  parsed.comments.map(({ type, value, start }) => ({
    file,
    line: text.slice(0, start).split('\n').length,
    text: (type === 'Block' ? value.replace(/^\*/, '').replace(/\n\s*\* ?/g, '\n') : value).trim(),
  })),
)
const weak = comments.filter(({ text }) => WEAK_OPENING.test(text))

// ── Names

const exporters = new Map()
for (const { file, parsed } of modules)
  for (const { entries } of parsed.module.staticExports)
    for (const { exportName, moduleRequest } of entries)
      if (exportName.name && !moduleRequest)
        exporters.set(exportName.name, (exporters.get(exportName.name) ?? new Set()).add(file))
const repeated = [...exporters].filter(([, where]) => where.size > 1)

// ── Folders

const filesIn = new Map()
for (const file of files)
  if (/^(contract|src|sw|server|scripts|tests)\//.test(file) && !/\.test\.tsx?$|\.md$/.test(file))
    filesIn.set(dirname(file), (filesIn.get(dirname(file)) ?? 0) + 1)
const unexplained = [...filesIn].filter(
  ([folder, count]) => count > 10 && !files.includes(`${folder}/README.md`),
)

// ── Facts that are spelled in several places

const styles = files.filter((file) => /^(src|sw|contract)\/.*\.css$/.test(file))
const count = (pattern) => modules.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)
const filesWith = (...patterns) =>
  modules.filter(({ text }) => patterns.every((pattern) => text.search(pattern) >= 0)).map(({ file }) => file)

const sourceKind = "'(?:address|upload|pages|shop|mail)'"
const kindDecisions = new RegExp(`\\bkind\\)? ?[!=]== ?${sourceKind}|\\bcase ${sourceKind}:`, 'g')
const offerValues = filesWith(/\bretail\b/, /\bcost\b/, /\bstock\b/)
const basenames = Map.groupBy(modules, ({ file }) => basename(file))
const doubledFiles = [...basenames].filter(([, of]) => of.length > 1)

// ── The table

const small = modules.filter(({ lines }) => lines <= 15)
const large = modules.filter(({ lines }) => lines > 300)
const page = modules.filter(({ file }) => file.startsWith('src/'))
const dynamicImports = page.reduce((sum, { parsed }) => sum + parsed.module.dynamicImports.length, 0)
const words = (file) => (existsSync(join(ROOT, file)) ? read(file).split(/\s+/).filter(Boolean).length : 0)
const lines = (file) => (existsSync(join(ROOT, file)) ? read(file).split('\n').length - 1 : 0)

const LIMITS = JSON.parse(read('scripts/health-limits.json'))
const figures = [
  ['lines of TypeScript', modules.reduce((sum, { lines }) => sum + lines, 0), 'lines'],
  ['lines of CSS', styles.reduce((sum, file) => sum + lines(file), 0), 'css'],
  ["'4xx': ErrorAnswer by hand", count(/'4xx': ErrorAnswer/g), 'errorAnswers'],
  ['files that name retail, cost and stock', offerValues.length, 'offerValues'],
  ["places that decide by a source's kind", count(kindDecisions), 'kindDecisions'],
  ['files with field-label', filesWith(/\bfield-label\b/).length, 'fieldLabels'],
  ['files with data-table', filesWith(/\bdata-table\b/).length, 'dataTables'],
  ['classes that extend Error', count(/\bclass \w+ extends \w*(?:Error|Refusal)\b/g), 'errors'],
  ['file names that occur twice or more', doubledFiles.length, 'doubledFiles'],
  ['modules of more than 300 lines', large.length, 'large'],
  ['dynamic import() in the page', dynamicImports, 'dynamicImports'],
  ['folders of over ten files, no README', unexplained.length, 'unexplained'],
  ['floors of server/', floors, 'floors'],
  ['lines of biome.json', lines('biome.json'), 'biome'],
  ['lines of README.md', lines('README.md'), 'readmeLines'],
  ['words of docs/performance.md', words('docs/performance.md'), 'performanceWords'],
]
/** Figures that a reviewer looks at; they fail nothing. */
const hints = [
  ['modules of at most 15 lines', small.length],
  ['exported names used twice or more', repeated.length],
  ['comments with a weak opening', weak.length],
]

const beyond = figures.filter(([, value, key]) => value > LIMITS[key])
say(`${modules.length} modules`)
for (const [name, value, key] of figures)
  say(
    `${value > LIMITS[key] ? '✗' : '✓'} ${name.padEnd(38)} ${String(value).padStart(6)}   at most ${LIMITS[key]}`,
  )
for (const [name, value] of hints) say(`  ${name.padEnd(38)} ${String(value).padStart(6)}   a hint`)
if (process.argv.includes('--list')) {
  for (const { file, lines } of small) say(`small: ${file} (${lines})`)
  for (const { file, lines } of large) say(`large: ${file} (${lines})`)
  for (const file of offerValues) say(`retail, cost and stock: ${file}`)
  for (const file of filesWith(kindDecisions)) say(`decides by kind: ${file}`)
  for (const [name, of] of doubledFiles)
    say(`doubled: ${name}: ${of.map(({ file }) => dirname(file)).join(', ')}`)
  for (const [name, where] of repeated) say(`repeated: ${name}: ${[...where].join(', ')}`)
  for (const [folder, count] of unexplained) say(`no README: ${folder} (${count})`)
  for (const { file, line, text } of weak) say(`weak: ${file}:${line} ${text.split('\n')[0]}`)
}
for (const violation of violations) say(violation)
process.exit(beyond.length + violations.length === 0 ? 0 : 1)
