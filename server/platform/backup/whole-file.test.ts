// Specification 10.29

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../../tests/support/processes.ts'
import { writeWholeFile } from './write-backup.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const file = (name = 'copy') => join(folder.path, name)
const stop = new AbortController()
const write = (content: Readable, { path = file(), force = false, signal = stop.signal } = {}) =>
  writeWholeFile(path, { force, signal }, content, new PassThrough())

it('has the whole content, and is its owner’s alone', async () => {
  expect(await write(Readable.from(['ab', 'cd']))).toEqual({ size: 4 })
  expect(readFileSync(file(), 'utf8')).toBe('abcd')
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder.path)).toEqual(['copy'])
})

it('is not there, nor half of it, when the content breaks off', async () => {
  async function* breaking() {
    yield 'half'
    throw new Error('no more')
  }
  await expect(write(Readable.from(breaking()))).rejects.toThrow('no more')
  expect(readdirSync(folder.path)).toEqual([])
})

it('is not there when the work is stopped, and a former one stays', async () => {
  writeFileSync(file(), 'former')
  const stopped = new AbortController()
  async function* stopping() {
    yield 'half'
    stopped.abort()
    yield 'more'
  }
  const writing = write(Readable.from(stopping()), { force: true, signal: stopped.signal })
  await expect(writing).rejects.toThrow('Прервано')
  expect(readdirSync(folder.path)).toEqual(['copy'])
  expect(readFileSync(file(), 'utf8')).toBe('former')
})

it('takes the place of another only by force, even of one that comes meanwhile', async () => {
  async function* meanwhile() {
    yield 'new'
    writeFileSync(file(), 'came meanwhile')
  }
  await expect(write(Readable.from(meanwhile()))).rejects.toThrow('уже есть')
  await expect(write(Readable.from(['new']))).rejects.toThrow('уже есть')
  expect(readFileSync(file(), 'utf8')).toBe('came meanwhile')
  await write(Readable.from(['new']), { force: true })
  expect(readFileSync(file(), 'utf8')).toBe('new')
  expect(readdirSync(folder.path)).toEqual(['copy'])
})

it('says what the file system refuses', async () => {
  const elsewhere = write(Readable.from(['x']), { path: file('none/copy') })
  await expect(elsewhere).rejects.toThrow(/Не удалось записать .*: такой папки нет/)
  mkdirSync(file('folder'))
  await expect(write(Readable.from(['x']), { path: file('folder'), force: true })).rejects.toThrow('не файл')
})
