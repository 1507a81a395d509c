import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { held, visit } from '../../../tests/support/cabinet.tsx'
import {
  type Answer,
  action,
  actions,
  HERE,
  note,
  notificationsPage,
  press,
  TABLE,
  THREE,
} from '../../../tests/support/notifications-page.tsx'

const { server, has } = notificationsPage()

describe('useTableDownload (specification 3.12)', () => {
  const saved = () => {
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    Object.assign(URL, { createObjectURL: () => 'blob:table', revokeObjectURL: () => {} })
    return names
  }
  const table = (answer: Answer) => server.use(http.get(TABLE, answer))

  it('shows a downloading state while the file is fetched', async () => {
    const names = saved()
    const { answer, release } = held()
    has(THREE)
    table(answer)
    await visit(HERE)
    await press('Первое', 'Скачать таблицу')
    expect(await action('Первое', 'Скачивание...')).toHaveProperty('disabled', true)
    expect(await actions('Второе')).toContain('Скачать таблицу')
    await waitFor(() => expect(server.calls(`GET ${TABLE}`)).toEqual([`GET ${TABLE}?nID=3`]))
    await release(
      new HttpResponse('xlsx', {
        headers: { 'content-disposition': "attachment; filename*=UTF-8''%D1%86%D0%B5%D0%BD%D1%8B.xlsx" },
      }),
    )
    await waitFor(() => expect(names).toEqual(['цены.xlsx']))
    await action('Первое', 'Скачать таблицу')
  })

  it.each([
    ['a-1', 'table-a-1'],
    ['../7', 'table-.._7'],
  ])('of %s without a name in the answer is %s', async (notification_id, name) => {
    const names = saved()
    has([{ notification_id, body: 'Текст' }])
    table(() => new HttpResponse('xlsx'))
    await visit(HERE)
    await press('Текст', 'Скачать таблицу')
    await waitFor(() => expect(names).toEqual([name]))
  })

  it.each([
    ['404', () => new HttpResponse('none', { status: 404 })],
    ['no content', () => new HttpResponse(null, { status: 204 })],
    ['a page', () => HttpResponse.html('<html></html>')],
    ['none', () => HttpResponse.error()],
  ])('only logs the answer %s', async (_, answer) => {
    const names = saved()
    has(THREE)
    table(answer)
    await visit(HERE)
    await press('Первое', 'Скачать таблицу')
    await waitFor(() => expect(note()).toBe('Не удалось скачать таблицу.'))
    expect(server.logged.join()).toContain('notification table:')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(names).toEqual([])
    await action('Первое', 'Скачать таблицу')
  })
})
