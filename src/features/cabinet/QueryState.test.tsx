import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { QueryState } from './QueryState.tsx'

const show = (state: { data?: string; error?: Error }) => {
  const refetch = vi.fn()
  const query = { data: state.data, error: state.error ?? null, refetch }
  render(
    <QueryState query={query} loading="Загрузка шин..." failed="Шины не загружены: ">
      {(data) => <p>{data}</p>}
    </QueryState>,
  )
  return refetch
}

it('QueryState says that nothing has loaded yet', () => {
  show({})
  expect(screen.getByRole('status')).toHaveTextContent('Загрузка шин...')
})

it('QueryState says why the first request failed, and repeats it', () => {
  const refetch = show({ error: new Error('нет связи') })
  expect(screen.getByRole('alert')).toHaveTextContent('Шины не загружены: нет связи')
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('QueryState keeps the data when a later request fails', () => {
  show({ data: 'Arktika', error: new Error('нет связи') })
  expect(screen.getByText('Arktika')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
