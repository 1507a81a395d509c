// Specification 10.33

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
// @ts-expect-error plain JavaScript
import { refuseUnsafeArchive } from '../../deploy/update/archive.mjs'
import { temporaryFolder } from '../support/processes.ts'

/** Kinds of entries by tar's type flags. */
const KINDS = { file: '0', hard: '1', link: '2', character: '3', block: '4', folder: '5', fifo: '6' }
type Entry = readonly [name: string, kind?: keyof typeof KINDS, target?: string, mode?: number]

const BLOCK = 512

/** Returns the header of an empty entry, as tar writes it. */
function headerOf([name, kind = 'file', target = '', mode = 0o644]: Entry): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')
  header.write(name, 0)
  header.write(octal(mode, 8), 100)
  for (const [at, length] of [
    [108, 8],
    [116, 8],
    [124, 12],
    [136, 12],
  ] as const)
    header.write(octal(0, length), at)
  header.write(' '.repeat(8), 148)
  header.write(KINDS[kind], 156)
  header.write(target, 157)
  header.write('ustar\u000000', 257)
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte),
      7,
    ),
    148,
  )
  return header
}

// Installations are on Linux.
describe.skipIf(process.platform !== 'linux')('refuseUnsafeArchive', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeAll(() => {
    folder = temporaryFolder()
  })
  afterAll(() => folder.remove())

  async function check(...entries: readonly Entry[]): Promise<void> {
    const archive = join(folder.path, 'sources.tar')
    writeFileSync(archive, Buffer.concat([...entries.map(headerOf), Buffer.alloc(2 * BLOCK)]))
    await refuseUnsafeArchive(archive, undefined)
  }

  it.each<[string, ...Entry[]]>([
    ['устройство «null»', ['null', 'character']],
    ['устройство «disk»', ['disk', 'block']],
    ['именованный канал (FIFO) «queue»', ['queue', 'fifo']],
    ['файл с битом setuid или setgid «tool»', ['tool', 'file', '', 0o4755]],
    ['файл с битом setuid или setgid «tool»', ['tool', 'file', '', 0o2644]],
    ['файл с битом setuid или setgid «bin/»', ['bin/', 'folder', '', 0o4755]],
    ['путь наружу «/etc/x»', ['/etc/x']],
    ['путь наружу «a/../../x»', ['a/../../x']],
    ['путь через ссылку «a/x»', ['a', 'link', '.'], ['a/x']],
    ['путь через ссылку «a/x»', ['a/x'], ['a', 'link', '.']],
    ['ссылка наружу «out» → «/etc/passwd»', ['out', 'link', '/etc/passwd']],
    ['ссылка наружу «a/out» → «../../x»', ['b'], ['a/out', 'link', '../../x']],
    ['ссылка наружу «out» → «up/../..»', ['up', 'link', 'a/b'], ['out', 'link', 'up/../..']],
    ['ссылка наружу «out» → «a/up/..»', ['a/up', 'link', '..'], ['out', 'link', 'a/up/..']],
    ['ссылка наружу «out» → «../y»', ['out', 'hard', '../y']],
    ['ссылка наружу «out» → «a/b/s»', ['a/b/s', 'link', '../..'], ['out', 'hard', 'a/b/s']],
    ['ссылка наружу «out» → «d/s»', ['d', 'link', 'a'], ['a/s', 'link', 'y'], ['out', 'hard', 'd/s']],
    ['ссылка наружу «top/out» → «..»', ['top/', 'folder'], ['top/out', 'link', '..']],
    [String.raw`ссылка наружу «a\nb\" -> \"c» → «/»`, ['a\nb" -> "c', 'link', '/']],
  ])('refuses %s', async (what, ...entries) => {
    await expect(check(...entries)).rejects.toMatchObject({
      code: 2,
      message: `В исходниках есть то, чего в версии не бывает: ${what}. Ничего не распаковано`,
    })
  })

  it('takes files, folders, and links that stay in the release', async () => {
    await check(
      ['./', 'folder', '', 0o2775],
      ['./a/', 'folder'],
      ['./a/file -> "x', 'file', '', 0o755],
      ['./a/same', 'hard', './a/file -> "x'],
      ['./a/b/link', 'link', '../../c/d'],
      ['./self', 'link', '.'],
      ['./имя', 'link', 'нет'],
    )
    await check(['top/a/link', 'link', '../b'], ['top/c'])
  })
})
