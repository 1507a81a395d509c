// Specification 10.16, 10.18

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMailAddress } from './address.ts'

describe('an e-mail address', () => {
  it.each(['anna@example.ru', 'a.b+c@sub.example.ru', 'анна@почта.рф', 'root@localhost'])(
    '%s is one',
    (text) => {
      expect(isMailAddress(text)).toBe(true)
    },
  )

  it.each([
    '',
    'admin',
    '@x.ru',
    'a@',
    'a@b@c.ru',
    'a b@x.ru',
    'a@x.ru, b@y.ru',
    'a@x.ru;b@y.ru',
    'Anna <a@x.ru>',
    '"a b"@x.ru',
    'a@x.ru\r\nBcc: b@y.ru',
    'a@x.ru\n',
    'a\u0000@x.ru',
    'a@x.ru\u2028',
    'a@x..ru',
    'a@-x.ru',
    'a@[127.0.0.1]',
    'a(b)@x.ru',
    `${'a'.repeat(65)}@x.ru`,
    `a@${'x'.repeat(260)}.ru`,
  ])('%j is none', (text) => {
    expect(isMailAddress(text)).toBe(false)
  })

  it('contains nothing with a meaning in a mail header', () => {
    const unit = fc.constantFrom(...'ax1.-\r\n\t \u0000\u0085\u2028,;:<>()[]"\\@')
    const part = fc.string({ unit, minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const text = `${local}@${domain}`
        return !isMailAddress(text) || !/[\s,;:<>()[\]"\\\p{C}]/u.test(text)
      }),
    )
  })

  it('is checked quickly even for a long text crafted for backtracking', () => {
    const before = process.threadCpuUsage()
    expect(isMailAddress(`a@${'x-'.repeat(126)}`)).toBe(false)
    const { user, system } = process.threadCpuUsage(before)
    expect(user + system).toBeLessThan(50_000)
  })
})
