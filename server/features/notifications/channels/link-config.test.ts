// Specification 10.16, 10.22

import { describe, expect, it } from 'vitest'
import { OperatorError } from '../../../platform/operator-error.ts'
import { readLinkConfig } from './link-config.ts'

describe('the settings of linked channels', () => {
  it('may all be missing', () => {
    expect(readLinkConfig({ TELEGRAM_BOT_TOKEN: '', SMTP_URL: '', PUBLIC_URL: '', DEMO: '' })).toEqual({
      channels: { telegram: undefined, mail: undefined },
      contact: undefined,
      publicUrl: undefined,
      demo: false,
    })
  })

  it('are read', () => {
    expect(
      readLinkConfig({
        TELEGRAM_BOT_TOKEN: '1:a-B_c',
        TELEGRAM_API_ROOT: 'http://127.0.0.1:8081/',
        SMTP_URL: 'smtps://me:pass@smtp.example.ru',
        MAIL_FROM: 'Цены <prices@example.ru>',
        PUBLIC_URL: 'https://prices.example.ru/',
        DEMO: '1',
      }),
    ).toEqual({
      channels: {
        telegram: { token: '1:a-B_c', apiRoot: 'http://127.0.0.1:8081' },
        mail: { smtpUrl: 'smtps://me:pass@smtp.example.ru', from: 'Цены <prices@example.ru>' },
      },
      contact: 'mailto:prices@example.ru',
      publicUrl: 'https://prices.example.ru',
      demo: true,
    })
  })

  it('default to the public Bot API, and to the mail account as the sender', () => {
    const { channels } = readLinkConfig({
      TELEGRAM_BOT_TOKEN: '1:a',
      SMTP_URL: 'smtp://me%40example.ru:pass@smtp.example.ru:587',
    })
    expect(channels.telegram?.apiRoot).toBe('https://api.telegram.org')
    expect(channels.mail?.from).toBe('me@example.ru')
  })

  it.each([
    { TELEGRAM_BOT_TOKEN: 'secret nonsense' },
    { TELEGRAM_BOT_TOKEN: '1:secret/../x' },
    { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_API_ROOT: 'nonsense' },
    { TELEGRAM_BOT_TOKEN: '1:a', TELEGRAM_API_ROOT: 'file:///etc/passwd' },
    { SMTP_URL: 'smtp.example.ru' },
    { SMTP_URL: 'https://me:secret@smtp.example.ru', MAIL_FROM: 'a@b.ru' },
    { SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.ru' },
    { SMTP_URL: 'smtp://smtp.example.ru' },
    { SMTP_URL: 'smtp://%zz@smtp.example.ru', MAIL_FROM: 'a@b.ru' },
    { SMTP_URL: 'smtp://me:%zz@smtp.example.ru', MAIL_FROM: 'a@b.ru' },
    { SMTP_URL: 'smtp://smtp.example.ru', MAIL_FROM: 'nobody' },
    { SMTP_URL: 'smtp://smtp.example.ru', MAIL_FROM: 'a@b.ru\r\nBcc: c@d.ru' },
    { SMTP_URL: 'smtp://smtp.example.ru', MAIL_FROM: 'A\n <a@b.ru>' },
    { PUBLIC_URL: 'prices.example.ru' },
    { PUBLIC_URL: 'javascript:alert(1)' },
    { PUBLIC_URL: 'https://x.ru/?a=b' },
  ])('refuses %j with a message that reveals no secret', (env) => {
    const read = () => readLinkConfig(env)
    expect(read).toThrow(OperatorError)
    expect(read).toThrow(new RegExp(`^(MAIL_FROM|${Object.keys(env).join('|')}): .*нужен`))
    expect(read).not.toThrow(/secret/)
  })
})
