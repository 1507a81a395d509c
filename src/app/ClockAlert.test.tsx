// Specification 1.15

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { clock } from '../../contract/lib/clock.ts'
import { addDays, isoToday } from '../../contract/lib/dates.ts'
import { cabinetServer, visit } from '../../tests/support/cabinet.tsx'
import { acceptedWithin, markAccepted } from '../data/stored-session.ts'

const server = cabinetServer()
const DAY_MS = 24 * 60 * 60 * 1000
const deviceToday = () => isoToday(new Date())

afterEach(() => {
  clock.ahead = 0
  localStorage.clear()
})

/** Makes the server's clock differ from the device's. */
const serverAhead = (ms: number) =>
  server.use(
    http.get('/api/notifications/getNotifications', () =>
      HttpResponse.json([], { headers: { date: new Date(Date.now() + ms).toUTCString() } }),
    ),
  )

describe('a device with a wrong clock', () => {
  it.each([
    [3 * DAY_MS, 3, 'Часы этого устройства отстают на 3 дня.'],
    [-40 * DAY_MS, -40, 'Часы этого устройства спешат на 40 дней.'],
  ])('takes today from the server, and says so once', async (ahead, days, words) => {
    serverAhead(ahead)
    await visit('/profile/account')
    expect((await screen.findByText(new RegExp(`^${words}`))).textContent).toContain('у сервера')
    expect(isoToday()).toBe(addDays(deviceToday(), days))
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть сообщение' }))
    await waitFor(() => expect(screen.queryByText(/^Часы этого/)).toBeNull())
    expect(localStorage.getItem('clock_told')).toBe('on')
  })

  it('of less than a day changes nothing', async () => {
    serverAhead(DAY_MS - 60_000)
    await visit('/profile/account')
    await waitFor(() => expect(server.calls('GET /api/notifications')).toHaveLength(1))
    await screen.findByRole('heading', { name: 'Профиль' })
    expect(isoToday()).toBe(deviceToday())
    expect(screen.queryByText(/^Часы этого/)).toBeNull()
  })

  it('stays signed in offline when its clock is set back', () => {
    localStorage.setItem('token', 'good')
    markAccepted(Date.now() + 400 * DAY_MS)
    expect(acceptedWithin(30 * DAY_MS)).toBe(true)
    markAccepted(Date.now() - 31 * DAY_MS)
    expect(acceptedWithin(30 * DAY_MS)).toBe(false)
  })

  it('stays signed in offline although its clock is fast', () => {
    localStorage.setItem('token', 'good')
    clock.ahead = -60 * DAY_MS
    markAccepted(Date.now() - 60 * DAY_MS)
    expect(acceptedWithin(30 * DAY_MS)).toBe(true)
  })
})
