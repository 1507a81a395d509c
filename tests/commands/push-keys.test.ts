// Specification 9.2

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newKeyPair, publicKeyOf } from '../../server/features/notifications/push/key-pair.ts'
import { finished, startProgram, temporaryFolder } from '../support/processes.ts'

let folder: ReturnType<typeof temporaryFolder>
let file: string

beforeEach(() => {
  folder = temporaryFolder()
  file = join(folder.path, '.env.local')
})
afterEach(() => folder.remove())

const run = (args: string[], env: Record<string, string> = {}) =>
  finished(startProgram('server/commands/push-keys.ts', args, { ENV_FILE: file, ...env }))

const settingOf = (text: string, name: string): string =>
  new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''
const isPair = (text: string): boolean =>
  publicKeyOf(settingOf(text, 'VAPID_PRIVATE_KEY')) === settingOf(text, 'VITE_VAPID_PUBLIC_KEY')

describe('npm run push-keys', () => {
  it('replaces the pair, and leaves everything else unchanged', async () => {
    const former = newKeyPair()
    writeFileSync(
      file,
      `AUTH_SECRET=a\nVITE_VAPID_PUBLIC_KEY=x\nREACT_APP_VAPID_PUBLIC_KEY=${former.publicKey}\nVAPID_PRIVATE_KEY=${former.privateKey}\nDEMO=1\n`,
    )
    expect(await run(['new'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Перезапустите'),
    })
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^AUTH_SECRET=a\nDEMO=1\nVITE_VAPID_PUBLIC_KEY=\S+\nVAPID_PRIVATE_KEY=\S+\n$/)
    expect(isPair(text)).toBe(true)
    expect(text).not.toContain(former.privateKey)
  })

  it('creates the file if it is missing', async () => {
    expect(await run(['new'])).toMatchObject({ code: 0 })
    expect(isPair(readFileSync(file, 'utf8'))).toBe(true)
  })

  it('prints a pair without saving it', async () => {
    const { code, stdout } = await run(['print'])
    expect([code, isPair(stdout)]).toEqual([0, true])
  })

  it('shows which key is in use, and never the private one', async () => {
    const { publicKey, privateKey } = newKeyPair()
    const shown = await run([], { VITE_VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey })
    expect(shown.stdout).toBe(`Открытый ключ: ${publicKey}\n`)
    const wrong = await run([], {
      VITE_VAPID_PUBLIC_KEY: newKeyPair().publicKey,
      VAPID_PRIVATE_KEY: privateKey,
    })
    expect(wrong.stdout).toContain('не подходят')
    expect(wrong.stdout).not.toContain(privateKey)
    expect((await run([])).stdout).toContain('Push не настроен')
  })

  it('prints usage for an unknown command', async () => {
    expect(await run(['other'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('npm run push-keys'),
    })
  })
})
