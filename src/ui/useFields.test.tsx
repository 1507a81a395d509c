import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { type FieldTable, focusField, integerProblem, problemsOf, useFields } from './useFields.tsx'

interface Trip {
  days: string
  way: string
  note: string
}

const FIELDS: FieldTable<Trip> = {
  days: {
    label: 'Дней',
    hint: 'Целое число',
    problem: ({ days }) => integerProblem(days, { minimum: 1, maximum: 30 }),
  },
  way: {
    label: 'Как',
    options: [
      { value: '', name: 'пешком' },
      { value: 'car', name: 'на машине' },
    ],
  },
  note: {
    applies: ({ way }) => way === 'car',
    label: ({ days }) => `Заметка на ${days}`,
    rows: 2,
    problem: ({ note }) => note === '' && 'Напишите заметку.',
  },
}

function TripForm({ checked = false }: { checked?: boolean }) {
  const [form, setForm] = useState<Trip>({ days: '', way: '', note: '' })
  const onChange = (part: Partial<Trip>) => setForm({ ...form, ...part })
  const field = useFields(FIELDS, { form, checked, onChange })
  return (
    <form aria-label="Поездка">
      {field('days')}
      {field('way')}
      <details>{field('note')}</details>
    </form>
  )
}

it('useFields displays a problem once its field was left, and a field while it applies', () => {
  render(<TripForm />)
  const days = screen.getByLabelText('Дней')
  expect(days).toHaveAccessibleDescription('Целое число')
  fireEvent.blur(days)
  expect(days).toHaveAccessibleDescription('Укажите целое число от 1 до 30.')
  fireEvent.change(days, { target: { value: '3' } })
  expect(days).toHaveAccessibleDescription('Целое число')
  expect(screen.queryByLabelText('Заметка на 3')).toBeNull()
  fireEvent.change(screen.getByLabelText('Как'), { target: { value: 'car' } })
  expect(screen.getByLabelText('Заметка на 3')).toBeInstanceOf(HTMLTextAreaElement)
})

it('useFields displays all problems of a checked form, and focusField opens the part of a field', () => {
  render(<TripForm checked />)
  fireEvent.change(screen.getByLabelText('Как'), { target: { value: 'car' } })
  expect(screen.getByText('Напишите заметку.')).toBeTruthy()
  focusField(screen.getByRole('form'), 'note')
  expect(document.activeElement).toHaveAttribute('name', 'note')
  expect(document.querySelector('details')).toHaveAttribute('open')
})

it('problemsOf returns the problems of the fields that apply, in the order of the table', () => {
  const words = 'Укажите целое число от 1 до 30.'
  expect(problemsOf(FIELDS, { days: '31', way: '', note: '' })).toEqual({ days: words })
  const all = problemsOf(FIELDS, { days: 'x', way: 'car', note: '' })
  expect(Object.entries(all)).toEqual([
    ['days', words],
    ['note', 'Напишите заметку.'],
  ])
})
