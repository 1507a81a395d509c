// Specification 12.6

import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { MappingText } from './MappingText.tsx'

const MAPPING = { format: 'csv', fields: { name: 'Наименование' } }

function renderText(mistakes: { path: string; message: string }[] = []) {
  const onChange = vi.fn()
  const shown = (mapping: object) => (
    <MappingText mapping={mapping as typeof MAPPING} mistakes={mistakes} onChange={onChange} />
  )
  const { rerender } = render(shown(MAPPING))
  const field = screen.getByLabelText<HTMLTextAreaElement>('Описание прайс-листа в JSON')
  return {
    onChange,
    field,
    type: (value: string) => fireEvent.change(field, { target: { value } }),
    follow: (mapping: object) => rerender(shown(mapping)),
  }
}

it('changes the mapping by what is typed', () => {
  const { onChange, type, field } = renderText()
  type('{"format": "xlsx"}')
  expect(onChange).toHaveBeenCalledWith({ format: 'xlsx' })
  expect(field).toHaveValue('{"format": "xlsx"}')
  expect(field).toBeValid()
})

it.each([
  ['{\n  "format": "csv",\n  name: 1\n}', 'Строка 3. Это не JSON: проверьте кавычки, запятые и скобки'],
  ['[1]', 'Описание — это объект в фигурных скобках'],
])('changes nothing while the text is %j, and reports why', (text, problem) => {
  const { onChange, type, field } = renderText()
  type(text)
  expect(onChange).not.toHaveBeenCalled()
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(problem)
})

it('lists the server’s mistakes by their path', () => {
  renderText([
    { path: 'fields.name', message: 'нужен текст' },
    { path: '', message: 'нет поля fields' },
  ])
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'fields.name: нужен текст',
    'нет поля fields',
  ])
})

it('follows a mapping that was changed by the choices', () => {
  const { field, follow } = renderText()
  follow({ format: 'xlsx' })
  expect(JSON.parse(field.value)).toEqual({ format: 'xlsx' })
})
