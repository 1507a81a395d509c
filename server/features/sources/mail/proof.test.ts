// Specification 13.16

import { describe, expect, it } from 'vitest'
import { readProof } from './proof.ts'

const passed = (headers: string | string[], server = 'mx.shop.ru', domain = 'supplier.ru') =>
  readProof([headers].flat(), domain, server).passed

describe('readProof', () => {
  it.each([
    ['DKIM', 'mx.shop.ru; dkim=pass header.d=supplier.ru header.s=a', ['DKIM']],
    ['DKIM with header.i alone', 'mx.shop.ru; dkim=pass (2048 bit) header.i=@Supplier.RU', ['DKIM']],
    ['DKIM of a domain above', 'mx.shop.ru;dkim=pass header.d=ru;dkim=pass header.d=x.supplier.ru', ['DKIM']],
    ['SPF', 'mx.shop.ru; spf=pass (mx.shop.ru: domain of a) smtp.mailfrom=a@supplier.ru', ['SPF']],
    ['DMARC', 'mx.shop.ru 1; dmarc=pass (p=NONE) header.from=supplier.ru', ['DMARC']],
    [
      'all of them',
      'mx.shop.ru;\r\n dkim = pass header.d=supplier.ru;\r\n spf=pass smtp.mailfrom=supplier.ru',
      ['DKIM', 'SPF'],
    ],
  ])('accepts %s of the sender’s domain', (_, header, expected) => {
    expect(passed(header)).toEqual(expected)
  })

  it.each([
    ['nothing', 'mx.shop.ru; none'],
    ['a failure', 'mx.shop.ru; dkim=fail header.d=supplier.ru; spf=softfail smtp.mailfrom=supplier.ru'],
    ['another domain', 'mx.shop.ru; dkim=pass header.d=evil.ru; spf=pass smtp.mailfrom=a@evil.ru'],
    ['a name that only ends alike', 'mx.shop.ru; dkim=pass header.d=evilsupplier.ru'],
    ['a whole zone', 'mx.shop.ru; dkim=pass header.d=ru'],
    ['the server’s name alone', 'mx.shop.ru; spf=pass smtp.helo=supplier.ru'],
    ['a comment', 'mx.shop.ru; spf=fail (; dkim=pass header.d=supplier.ru) smtp.mailfrom=a@evil.ru'],
    ['a nested comment', 'mx.shop.ru; spf=fail (a (b) \\) ; dkim=pass header.d=supplier.ru) x'],
    ['a quoted sender', 'mx.shop.ru; spf=pass smtp.mailfrom="a; dkim=pass header.d=supplier.ru"@evil.ru'],
    ['a second property', 'mx.shop.ru; dkim=pass header.d=evil.ru header.d=supplier.ru'],
    ['a reason', 'mx.shop.ru; dkim=fail reason="dkim=pass header.d=supplier.ru" header.d=evil.ru'],
    [
      'a quoted sender in a comment, which would end it',
      'mx.shop.ru; spf=fail (sender "a) ; dkim=pass header.d=supplier.ru ("@evil.ru) smtp.mailfrom=a@evil.ru',
    ],
    [
      'a second result beside the server’s own',
      'mx.shop.ru; dkim=none; spf=fail (a) ; dkim=pass header.d=supplier.ru (b) smtp.mailfrom=a@evil.ru',
    ],
    ['another server', 'mx.evil.ru; dkim=pass header.d=supplier.ru'],
    ['no server', '; dkim=pass header.d=supplier.ru'],
  ])('does not accept %s', (_, header) => {
    expect(passed(header)).toEqual([])
  })

  it('believes the topmost header of the server alone', () => {
    const forged = 'mx.shop.ru; dkim=pass header.d=supplier.ru'
    expect(passed(['mx.shop.ru; dkim=fail header.d=supplier.ru', forged])).toEqual([])
    expect(passed(['relay.ru; dkim=fail', forged])).toEqual(['DKIM'])
  })

  it('takes a pattern of the server’s name, or the topmost server without one', () => {
    const header = 'mxfront7.mail.yandex.net; spf=pass smtp.mailfrom=a@supplier.ru'
    expect(passed(header, '*.mail.yandex.net')).toEqual(['SPF'])
    expect(readProof([header], 'supplier.ru', '').checkedBy).toBe('mxfront7.mail.yandex.net')
    expect(readProof([], 'supplier.ru', '')).toEqual({ checkedBy: '', passed: [] })
  })
})
