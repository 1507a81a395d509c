import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { AreaField, CheckField, ChoiceField, FieldSet, SelectField, TextField } from './Field.tsx'

const OPTIONS = [
  { value: 'retail', name: 'розница' },
  { value: 'wholesale', name: 'опт' },
] as const

const KINDS = [
  {
    kind: 'TextField',
    role: 'textbox',
    render: (texts: object, onChange: (value: string) => void) => (
      <TextField label="Поле" value="" onChange={onChange} {...texts} />
    ),
  },
  {
    kind: 'AreaField',
    role: 'textbox',
    render: (texts: object, onChange: (value: string) => void) => (
      <AreaField label="Поле" value="" onChange={onChange} {...texts} />
    ),
  },
  {
    kind: 'SelectField',
    role: 'combobox',
    render: (texts: object, onChange: (value: 'retail' | 'wholesale') => void) => (
      <SelectField label="Поле" options={OPTIONS} value="retail" onChange={onChange} {...texts} />
    ),
  },
] as const

describe.each(KINDS)('$kind', ({ role, render: field }) => {
  it('names its control by the label alone', () => {
    render(field({}, vi.fn()))
    const control = screen.getByRole(role, { name: 'Поле' })
    expect(control).toBeValid()
    expect(control).not.toHaveAccessibleDescription()
  })

  it('describes its control by the hint', () => {
    render(field({ hint: 'Можно не заполнять', problem: null }, vi.fn()))
    expect(screen.getByRole(role)).toHaveAccessibleDescription('Можно не заполнять')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('announces a problem instead of the hint', () => {
    render(field({ hint: 'Можно не заполнять', problem: 'Укажите значение' }, vi.fn()))
    const control = screen.getByRole(role)
    expect(control).toBeInvalid()
    expect(control).toHaveAccessibleDescription('Укажите значение')
    expect(screen.getByRole('alert')).toHaveTextContent('Укажите значение')
    expect(screen.queryByText('Можно не заполнять')).toBeNull()
  })

  it('calls back with the value', () => {
    const onChange = vi.fn()
    render(field({}, onChange))
    fireEvent.change(screen.getByRole(role), { target: { value: 'wholesale' } })
    expect(onChange).toHaveBeenCalledExactlyOnceWith('wholesale')
  })
})

describe('TextField', () => {
  it('offers suggestions', () => {
    render(<TextField label="Город" suggestions={['Омск', 'Томск']} />)
    const list = screen.getByRole('combobox', { name: 'Город' }).getAttribute('list') ?? ''
    const options = [...(document.getElementById(list)?.children ?? [])]
    expect(options.map((option) => (option as HTMLOptionElement).value)).toEqual(['Омск', 'Томск'])
  })
})

describe('SelectField', () => {
  it('lists no choice first, then its options and children', () => {
    render(
      <SelectField label="Цены" none="Все" options={OPTIONS}>
        <option value="other">другие</option>
      </SelectField>,
    )
    const words = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(words).toEqual(['Все', 'розница', 'опт', 'другие'])
  })
})

describe('ChoiceField', () => {
  it('displays its label and names the group once', () => {
    render(<ChoiceField label="Цены" hint="Чьи" options={OPTIONS} value="retail" onChange={vi.fn()} />)
    expect(screen.getByRole('group', { name: 'Цены' })).toBeInTheDocument()
    expect(screen.getByText('Цены', { selector: '.field-label' })).toHaveAttribute('aria-hidden', 'true')
    expect(screen.getByText('Чьи')).toBeVisible()
  })
})

describe('CheckField', () => {
  it('calls back with the new state', () => {
    const onChange = vi.fn()
    render(
      <CheckField checked={false} onChange={onChange}>
        В наличии
      </CheckField>,
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'В наличии' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith(true)
  })
})

describe('FieldSet', () => {
  it('names the group of its controls', () => {
    render(<FieldSet label="Столбцы" />)
    expect(screen.getByRole('group', { name: 'Столбцы' })).toBeInTheDocument()
  })
})
