// Specification 12.12

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'
import {
  guessAnswer,
  runAnswer,
  sampleAnswer,
  sourceAnswer,
  trialAnswer,
} from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()

const ROOT = '/api/companion/sources'
const FILES = '/api/companion/source-files'

/** Requests by the last part of their path, with their bodies. */
let sent: [string, Record<string, unknown>][]
const lastOf = (word: string) => sent.filter(([name]) => name === word).at(-1)?.[1]
let letter: Record<string, unknown>
let mailbox: () => Response

const STORED = {
  folder: 'Прайсы',
  from: '@supplier.ru',
  subject: 'прайс',
  attachment: '*.xlsx',
  proof: 'mx.shop.ru',
  move_to: 'Прочитанное',
  valid_days: 7,
}

beforeEach(() => {
  sent = []
  letter = {
    from: 'price@supplier.ru',
    subject: 'Прайс на 18 апреля',
    received_at: '2026-04-18T02:00:00.000Z',
    attachment: 'прайс.csv',
    checked_by: 'mxfront7.mail.yandex.net',
    passed: ['DKIM', 'SPF'],
  }
  mailbox = () => HttpResponse.json({ file: 'f3', name: 'прайс.csv', size: 3, letter })
  const noting =
    (word: string, answer: () => Response) =>
    async ({ request }: { request: Request }) => {
      sent.push([word, (await request.json()) as Record<string, unknown>])
      return answer()
    }
  const source = sourceAnswer('one', 'shop.ru', {
    kind: 'mail',
    address: 'imaps://imap.yandex.ru/',
    secret_names: ['Basic'],
    mail: STORED,
  })
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs: [runAnswer(5)], days: [] })),
    http.post(
      `${FILES}/mail`,
      noting('mail', () => mailbox()),
    ),
    http.post(
      `${FILES}/:file/guess`,
      noting('guess', () => HttpResponse.json(guessAnswer())),
    ),
    http.post(
      `${FILES}/:file/sample`,
      noting('sample', () => HttpResponse.json(sampleAnswer())),
    ),
    http.post(
      `${FILES}/:file/trial`,
      noting('trial', () => HttpResponse.json(trialAnswer())),
    ),
    http.post(
      ROOT,
      noting('create', () => HttpResponse.json({ id: 'one' })),
    ),
    http.post(
      `${ROOT}/one`,
      noting('change', () => HttpResponse.json({ id: 'one' })),
    ),
    http.post(
      `${ROOT}/one/run`,
      noting('run', () => HttpResponse.json({ run: 5 })),
    ),
  )
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const chooseMail = async () => {
  await visit('/profile/sources/new')
  fireEvent.click(await screen.findByRole('radio', { name: /^Почта/ }))
}
const fillMailbox = () => {
  fill('Сервер почты', 'imap.yandex.ru')
  fill('Имя пользователя', 'prices@yandex.ru')
  fill('Пароль', 'secret')
  fill('От кого', 'price@supplier.ru')
}
const found = async () => within(await screen.findByRole('region', { name: 'Найденное письмо' }))
const proofBox = async () => (await found()).getByRole<HTMLInputElement>('checkbox')

describe('a mailbox in the wizard', () => {
  it('is searched for a price list, whose mail and proved sender are named', async () => {
    await chooseMail()
    fillMailbox()
    fill('Тема', 'прайс')
    press('Найти письмо')
    const words = await found()
    expect(words.getByText(/Письмо/).textContent).toMatch(
      /^Письмо «Прайс на 18 апреля» от price@supplier\.ru, 18 апреля.*, вложение прайс\.csv\. Отправителя подтвердил mxfront7\.mail\.yandex\.net: DKIM, SPF\.$/,
    )
    expect(lastOf('mail')).toEqual({
      address: 'imaps://imap.yandex.ru/',
      mail: {
        folder: 'INBOX',
        from: 'price@supplier.ru',
        subject: 'прайс',
        attachment: '',
        proof: '',
        move_to: '',
        valid_days: 3,
      },
      secrets: { headers: [], basic: { username: 'prices@yandex.ru', password: 'secret' } },
    })
    // Who is proved once has to be so from then on, by any server of the service.
    expect((await proofBox()).checked).toBe(true)
    press('Далее')
    expect(screen.getByLabelText<HTMLInputElement>('Сайт').value).toBe('supplier.ru')
    expect(screen.getByRole('group', { name: 'Читать каждый день в' })).toBeTruthy()
    press('Далее')
    fireEvent.click(await screen.findByRole('button', { name: 'Только сохранить' }))
    await waitFor(() =>
      expect(lastOf('create')).toMatchObject({
        kind: 'mail',
        site: 'supplier.ru',
        address: 'imaps://imap.yandex.ru/',
        mail: { from: 'price@supplier.ru', proof: '*.mail.yandex.net', valid_days: 3 },
        secrets: { headers: [], basic: { username: 'prices@yandex.ru' } },
        times: ['07:00', '12:00'],
      }),
    )
  })

  it('warns of a sender whom nobody has proved, and lets a proof be given up', async () => {
    letter = { ...letter, checked_by: '', passed: [], from: 'shop@mail.ru' }
    await chooseMail()
    fillMailbox()
    press('Найти письмо')
    const words = await found()
    expect(
      words.getByText(/Отправителя никто не проверял: такое письмо может прислать кто угодно\./),
    ).toBeTruthy()
    expect(words.queryByRole('checkbox')).toBeNull()
    press('Далее')
    // The name of a public mail service is no site.
    expect(screen.getByLabelText<HTMLInputElement>('Сайт').value).toBe('')
  })

  it('says what is missing, and moves the focus there', async () => {
    await chooseMail()
    press('Найти письмо')
    expect(screen.getByText('Укажите сервер почты.')).toBeTruthy()
    expect(screen.getByText('Укажите имя пользователя.')).toBeTruthy()
    expect(screen.getByText('Укажите адрес вида price@shop.ru или домен вида @shop.ru.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Сервер почты'))
    fillMailbox()
    fill('Сколько дней стоят цены письма', '40')
    press('Найти письмо')
    expect(screen.getByText('Укажите целое число от 0 до 31.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Сколько дней стоят цены письма'))
    expect(lastOf('mail')).toBeUndefined()
  })

  it('displays the server’s words when no mail is found, and stays at the step', async () => {
    mailbox = () => refusal('В папке «INBOX» за 90 дней нет писем от price@supplier.ru', 400)
    await chooseMail()
    fillMailbox()
    press('Найти письмо')
    expect(await screen.findByText('В папке «INBOX» за 90 дней нет писем от price@supplier.ru')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Пароль').value).toBe('secret')
  })

  it('keeps the stored password of a source, and its settings', async () => {
    await visit('/profile/sources/one/edit')
    fireEvent.click(await screen.findByRole('button', { name: /^1 ?Файл$/ }))
    expect((await screen.findByLabelText<HTMLInputElement>('Сервер почты')).value).toBe('imap.yandex.ru')
    expect(screen.getByText(/Доступ задан: Basic/)).toBeTruthy()
    press('Найти письмо')
    await found()
    expect(lastOf('mail')).toEqual({ address: 'imaps://imap.yandex.ru/', mail: STORED, source: 'one' })
    fireEvent.click(await proofBox())
    fireEvent.click(screen.getByRole('button', { name: /^1 ?Файл$/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Кто проверяет отправителя').value).toBe('')
  })

  it('is described on the page of its source', async () => {
    await visit('/profile/sources/one')
    const facts = within(await screen.findByRole('region', { name: 'Настройка источника' }))
    const fact = (name: string) => facts.getByText(name).nextElementSibling?.textContent
    expect(fact('Откуда')).toBe('почта, imaps://imap.yandex.ru/')
    expect(fact('От кого')).toBe('@supplier.ru')
    expect(fact('Тема')).toBe('прайс')
    expect(fact('Вложение')).toBe('*.xlsx')
    expect(fact('Папка')).toBe('Прайсы')
    expect(fact('Отправителя проверяет')).toBe('mx.shop.ru')
    expect(fact('Прочитанные письма')).toBe('переносятся в «Прочитанное»')
    expect(fact('Цены письма стоят')).toMatch(/^7\sдн\.$/)
  })
})
