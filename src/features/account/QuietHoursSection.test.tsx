// Specification 3.18, 25.6

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryRules } from '../../../contract/rules/rule.ts'
import { cabinetServer, held, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'

const server = cabinetServer()
const PATH = '/api/companion/rules/delivery'
const NONE: DeliveryRules = { quiet_from: '00:00', quiet_to: '00:00', zone: '', hourly: 0 }
const NIGHT: DeliveryRules = { quiet_from: '22:00', quiet_to: '08:30', zone: 'Europe/Moscow', hourly: 0 }

let stored: DeliveryRules
let sent: unknown[]
beforeEach(() => {
  stored = NONE
  sent = []
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
    timeZone: 'Europe/Moscow',
    locale: 'ru',
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
  server.use(
    offering('rules'),
    http.get(PATH, () => HttpResponse.json(stored)),
    http.post(PATH, async ({ request }) => {
      stored = (await request.json()) as DeliveryRules
      sent.push(stored)
      return HttpResponse.json({ message: 'Сохранено' })
    }),
  )
})

const section = async () => within(await screen.findByRole('region', { name: 'Тихие часы' }))
const open = async () => {
  await visit('/profile/account')
  const found = await section()
  await found.findByRole('switch')
  return found
}

describe('QuietHoursSection', () => {
  it('neither appears nor asks without a server that offers rules', async () => {
    server.use(offering('security'))
    await visit('/profile/account')
    await screen.findAllByRole('link', { name: 'Безопасность' })
    expect(screen.queryByRole('region', { name: 'Тихие часы' })).toBeNull()
    expect(server.calls(`GET ${PATH}`)).toEqual([])
  })

  it('says that it loads, and then that pushes arrive at any time', async () => {
    const { answer, release } = held()
    server.use(http.get(PATH, answer))
    await visit('/profile/account')
    expect((await section()).getByRole('status').textContent).toBe('Загружаем...')
    await release(HttpResponse.json(NONE))
    await (await section()).findByText('Выключены: push приходят в любое время.')
  })

  it('says why it could not load, and tries again', async () => {
    server.use(http.get(PATH, () => refusal('Сервер занят', 503), { once: true }))
    await visit('/profile/account')
    fireEvent.click(await (await section()).findByRole('button', { name: 'Повторить' }))
    await (await section()).findByRole('switch')
  })

  it('proposes hours of the night, and saves them with the zone of the device', async () => {
    const within = await open()
    const save = within.getByRole('button', { name: 'Сохранить' })
    expect(save.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(within.getByRole('switch', { name: 'Тихие часы' }))
    expect(within.getByText(/По времени этого устройства: Москва\./)).toBeTruthy()
    within.getByText('Не сохранено: нажмите «Сохранить».')
    fireEvent.click(save)
    await within.findByText('С 22:00 до 08:30 push ждут, потом приходят одним.')
    await waitFor(() => expect(within.queryByText(/^Не сохранено/)).toBeNull())
    expect(sent).toEqual([NIGHT])
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'))
  })

  it('saves changed hours and a limit, and switches both off', async () => {
    stored = NIGHT
    const within = await open()
    fireEvent.change(within.getByLabelText('Не беспокоить с'), { target: { value: '20:15' } })
    fireEvent.change(within.getByLabelText('Push в час'), { target: { value: '3' } })
    fireEvent.click(within.getByRole('button', { name: 'Сохранить' }))
    await within.findByText(
      'С 20:15 до 08:30 push ждут, потом приходят одним. Не больше 3 push в час, остальные одним.',
    )
    fireEvent.click(within.getByRole('switch'))
    fireEvent.change(within.getByLabelText('Push в час'), { target: { value: '0' } })
    fireEvent.click(await within.findByRole('button', { name: 'Сохранить' }))
    await within.findByText('Выключены: push приходят в любое время.')
    expect(sent).toEqual([
      { ...NIGHT, quiet_from: '20:15', hourly: 3 },
      { quiet_from: '00:00', quiet_to: '00:00', zone: 'Europe/Moscow', hourly: 0 },
    ])
  })

  it('lets choose between the zone of the hours and that of another device', async () => {
    stored = { ...NIGHT, zone: 'Asia/Yekaterinburg' }
    const within = await open()
    const zone = within.getByLabelText<HTMLSelectElement>('По времени')
    expect(zone.selectedOptions[0]?.textContent).toBe('Екатеринбург')
    fireEvent.change(zone, { target: { value: 'Europe/Moscow' } })
    fireEvent.click(within.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(sent).toEqual([NIGHT]))
  })

  it.each([
    ['an empty time', '', 'Укажите оба времени.'],
    ['equal times', '22:00', 'Начало и конец совпадают: укажите разное время.'],
  ])('refuses %s before anything is sent', async (_, value, words) => {
    stored = NIGHT
    const within = await open()
    fireEvent.change(within.getByLabelText('До'), { target: { value } })
    fireEvent.click(within.getByRole('button', { name: 'Сохранить' }))
    expect((await within.findByRole('alert')).textContent).toBe(words)
    expect(document.activeElement).toBe(within.getByLabelText('Не беспокоить с'))
    expect(sent).toEqual([])
  })

  it('says why the server refused, and keeps what was chosen', async () => {
    server.use(http.post(PATH, () => refusal('Часовой пояс «Mars» неизвестен')))
    const within = await open()
    fireEvent.click(within.getByRole('switch'))
    fireEvent.click(within.getByRole('button', { name: 'Сохранить' }))
    expect((await within.findByRole('alert')).textContent).toContain('Часовой пояс «Mars» неизвестен')
    expect(within.getByRole('switch').getAttribute('aria-checked')).toBe('true')
  })
})
