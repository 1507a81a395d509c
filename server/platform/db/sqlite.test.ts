import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { openSqlite } from './sqlite.ts'

/** Another writer in its own thread, because opening blocks: it releases its lock while the opener waits. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const connection = new DatabaseSync(workerData)
  connection.exec('BEGIN IMMEDIATE')
  parentPort.postMessage('writing')
  setTimeout(() => {
    connection.exec('COMMIT')
    connection.close()
  }, 300)`

it('opens while another process writes, as the server does during an import', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  const file = join(folder, 'prices.sqlite')
  await openSqlite(file).close()
  const writer = new Worker(WRITER, { eval: true, workerData: file })
  const ended = new Promise((resolve) => writer.once('exit', resolve))
  await new Promise((resolve) => writer.once('message', resolve))
  const db = openSqlite(file)
  expect(await db.get('SELECT 1 AS one')).toEqual({ one: 1 })
  await ended
  await db.close()
  await rm(folder, { recursive: true })
})

const LOCKS = '/proc/locks'

it.skipIf(!existsSync(LOCKS))('keeps its lock when another thread opens the same file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-'))
  const file = join(folder, 'prices.sqlite')
  const db = openSqlite(file)
  await db.get('SELECT 1')
  const { ino } = await stat(file)
  const own = async () => {
    const locks = await readFile(LOCKS, 'utf8')
    return (
      locks
        .split('\n')
        .filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))
        // The numbers are positions in a list of all processes' locks.
        .map((line) => line.replace(/^\d+: /, ''))
        .sort()
    )
  }
  const held = await own()
  expect(held).not.toEqual([])
  await openSqlite(file).close()
  expect(await own()).toEqual(held)
  await db.close()
  await rm(folder, { recursive: true })
})
