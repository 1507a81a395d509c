// Specification 28.3, 28.4

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SetupSteps } from '../../../../contract/installation/setup.ts'
import { cabinetServer, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'

const server = cabinetServer()

const PAGE = '/profile/status/setup'
const CALL = '/api/companion/setup/steps'

const NEW: SetupSteps = {
  own: { hosts: [], fixed: false, recognised: [] },
  sites: [],
  last_day: null,
  reached: false,
  push: true,
  mail: true,
}

let steps: SetupSteps
beforeEach(() => {
  steps = NEW
  server.use(
    offering('security', 'status'),
    http.get(CALL, () => HttpResponse.json(steps)),
  )
})

const item = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title })
  return heading.closest('li') as HTMLElement
}
const states = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((one) => one.querySelector('.setup-title')?.textContent)
const sum = () => screen.getAllByRole('status')[0]?.textContent

describe('SetupStepsPage (specification 28.3)', () => {
  it('opens the first step that is not done, and the next when one is skipped', async () => {
    await visit(PAGE)
    within(await item('Ваш сайт')).getByLabelText('Адрес вашего магазина')
    expect(sum()).toContain('Готово 1 из 4.')
    expect(states()).toEqual([
      'Администраторanna',
      'Ваш сайт',
      'Первый прайс-листне сделано',
      'Проверка уведомленийне сделано',
    ])
    const skip = (name: string) => {
      const button = screen.getByRole('button', { name: 'Пропустить' })
      button.focus()
      fireEvent.click(button)
      expect(document.activeElement?.textContent).toBe(name)
    }
    skip('Первый прайс-лист')
    const add = within(await item('Первый прайс-лист')).getByRole('link', { name: 'Добавить прайс-лист' })
    expect(add.getAttribute('href')).toBe('/profile/sources/new')
    skip('Проверка уведомлений')
    await within(await item('Проверка уведомлений')).findByRole('heading', { name: 'Push-уведомления' })
    skip('На главную')
    expect(screen.getByRole('link', { name: 'На главную' }).getAttribute('href')).toBe('/')
    const reopen = within(await item('Ваш сайт')).getByRole('button', { name: 'Открыть' })
    reopen.focus()
    fireEvent.click(reopen)
    screen.getByLabelText('Адрес вашего магазина')
    expect(document.activeElement?.textContent).toBe('Ваш сайт')
  })

  it('saves own sites as typed, and goes on', async () => {
    const sent: unknown[] = []
    server.use(
      http.post('/api/companion/own-sites', async ({ request }) => {
        sent.push(await request.json())
        steps = { ...NEW, own: { hosts: ['a.ru', 'b.ru'], fixed: false, recognised: [] } }
        return HttpResponse.json({ message: 'Сохранено' })
      }),
    )
    await visit(PAGE)
    fireEvent.change(await screen.findByLabelText('Адрес вашего магазина'), {
      target: { value: ` a.ru, https://b.ru/tyres?${'utm=x&'.repeat(60)} ` },
    })
    const save = screen.getByRole('button', { name: 'Сохранить' })
    save.focus()
    fireEvent.click(save)
    await waitFor(() => expect(states()[1]).toBe('Ваш сайтa.ru, b.ru'))
    expect(sent).toEqual([{ hosts: ['a.ru', 'b.ru'] }])
    const add = await screen.findByRole('link', { name: 'Добавить прайс-лист' })
    expect(add.getAttribute('href')).toBe('/profile/sources/new?site=a.ru')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Первый прайс-лист'))

    fireEvent.click(within(await item('Ваш сайт')).getByRole('button', { name: 'Изменить' }))
    const field = await screen.findByLabelText('Адрес вашего магазина')
    fireEvent.change(field, { target: { value: 'a.ru, www.b.ru' } })
    fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(field).not.toBeInTheDocument())
    await screen.findByRole('link', { name: 'Добавить прайс-лист' })
  })

  it('shows why own sites were refused', async () => {
    server.use(http.post('/api/companion/own-sites', () => refusal('«x» — не адрес сайта.')))
    await visit(PAGE)
    fireEvent.change(await screen.findByLabelText('Адрес вашего магазина'), { target: { value: 'x' } })
    fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
    await screen.findByText('«x» — не адрес сайта.')
    const field = screen.getByRole('combobox', { name: 'Адрес вашего магазина' })
    expect(document.activeElement).toBe(field)
    expect(field).toBeInvalid()
    expect(field).toHaveAccessibleDescription('«x» — не адрес сайта.')
  })

  it('says that all is done, and where own sites are set if not here', async () => {
    steps = {
      own: { hosts: ['a.ru'], fixed: true, recognised: ['a.ru'] },
      sites: ['a.ru'],
      last_day: `${new Date().getFullYear()}-04-18`,
      reached: true,
      push: true,
      mail: false,
    }
    await visit(PAGE)
    await screen.findByText(/^Всё готово\./)
    expect(states()[2]).toMatch(/^Первый прайс-листпоследние цены за 18 апр/)
    fireEvent.click(within(await item('Ваш сайт')).getByRole('button', { name: 'Изменить' }))
    screen.getByText('Задан в OWN_SITE: чтобы изменить, поправьте настройки сервера.')
    fireEvent.click(within(await item('Первый прайс-лист')).getByRole('button', { name: 'Изменить' }))
    expect(screen.getByRole('link', { name: 'Открыть цены' }).getAttribute('href')).toBe('/export/all-prices')
    fireEvent.click(screen.getByRole('button', { name: 'Свернуть' }))
    expect(screen.queryByRole('link', { name: 'Открыть цены' })).toBeNull()
    fireEvent.click(within(await item('Проверка уведомлений')).getByRole('button', { name: 'Изменить' }))
    screen.getByText(/Почта на сервере ещё не настроена/)
    expect(screen.queryByRole('heading', { name: 'Email' })).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    server.use(http.get(CALL, () => refusal('Сервер занят', 503), { once: true }))
    await visit(PAGE)
    fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
    await item('Ваш сайт')
  })
})
