import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TextField } from '../../ui/Field.tsx'
import { FilterForm, useAddressFilters } from './FilterForm.tsx'
import { MoreFoot } from './MoreFoot.tsx'

const NAMES = ['site', 'city'] as const

function Page() {
  const [filters, choose] = useAddressFilters(NAMES)
  const navigate = useNavigate()
  return (
    <>
      <FilterForm
        label="Отбор"
        filters={filters}
        none={{ site: '', city: '' }}
        tidy={({ site, city }) => ({ site: site.toLowerCase(), city })}
        onChoose={choose}
      >
        <TextField name="site" label="Сайт" />
        <TextField name="city" label="Город" />
      </FilterForm>
      <output>{useLocation().search}</output>
      <button type="button" onClick={() => void navigate(-1)}>
        Назад
      </button>
    </>
  )
}

const field = (name: string) => screen.getByRole('textbox', { name })
const enter = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const address = () => screen.getByRole('status').textContent

describe('FilterForm', () => {
  beforeEach(() => {
    render(
      <MemoryRouter initialEntries={['/?site=a.ru']}>
        <Page />
      </MemoryRouter>,
    )
  })

  it('is filled from the address', () => {
    expect(field('Сайт')).toHaveValue('a.ru')
    expect(field('Город')).toHaveValue('')
  })

  it('writes what was entered into the address, trimmed and corrected', () => {
    enter('Сайт', ' B.RU ')
    click('Показать')
    expect(address()).toBe('?site=b.ru')
    expect(field('Сайт')).toHaveValue('b.ru')
  })

  it('follows the address', () => {
    enter('Сайт', 'b.ru')
    click('Показать')
    click('Назад')
    expect(field('Сайт')).toHaveValue('a.ru')
  })

  it('clears the address and what has not been applied', () => {
    enter('Город', 'Омск')
    click('Сбросить')
    expect(address()).toBe('')
    expect(field('Сайт')).toHaveValue('')
    expect(field('Город')).toHaveValue('')
  })
})

describe('MoreFoot', () => {
  const states = [
    { pages: 1, hasNextPage: false, isFetchingNextPage: false, button: null },
    { pages: 1, hasNextPage: true, isFetchingNextPage: false, button: 'Показать ещё' },
    { pages: 1, hasNextPage: true, isFetchingNextPage: true, button: 'Загрузка...' },
    { pages: 2, hasNextPage: false, isFetchingNextPage: false, button: 'Больше нет' },
  ]

  it.each(states)('with $pages pages offers $button', ({ pages, button, ...state }) => {
    const data = { pages: Array.from({ length: pages }) }
    const fetchNextPage = vi.fn()
    render(<MoreFoot query={{ data, ...state, fetchNextPage }} end="Больше нет" count="Показано 5" />)
    expect(screen.getByRole('status', { name: 'Найдено' })).toHaveTextContent('Показано 5')
    expect(screen.queryByRole('button')?.textContent ?? null).toBe(button)
    if (button !== null) click(button)
    expect(fetchNextPage).toHaveBeenCalledTimes(button === 'Показать ещё' ? 1 : 0)
  })
})
