import { describe, expect, it } from 'vitest'
import { createSecretBox } from './secret-box.ts'

const SECRET = 'a secret of the server'
const box = createSecretBox(SECRET, 'sources')

describe('createSecretBox', () => {
  it('opens what it has sealed, which never looks the same twice', () => {
    const sealed = box.seal('пароль')
    expect(box.open(sealed)).toBe('пароль')
    expect(box.seal('пароль')).not.toBe(sealed)
    expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('пароль')
  })

  it('opens nothing from a box of another purpose or another secret', () => {
    const sealed = box.seal('пароль')
    expect(createSecretBox(SECRET, 'second factors').open(sealed)).toBeUndefined()
    expect(createSecretBox('another secret', 'sources').open(sealed)).toBeUndefined()
  })

  it('opens nothing that was altered or cut off', () => {
    const sealed = Buffer.from(box.seal('пароль'), 'base64url')
    for (const at of sealed.keys()) {
      const altered = sealed.with(at, (sealed[at] as number) ^ 1)
      expect(box.open(Buffer.from(altered).toString('base64url'))).toBeUndefined()
    }
    expect(box.open(sealed.subarray(0, 20).toString('base64url'))).toBeUndefined()
    expect(box.open('')).toBeUndefined()
  })
})
