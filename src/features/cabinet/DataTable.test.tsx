import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ACTIONS, DataTable } from './DataTable.tsx'

describe('DataTable', () => {
  it('names its columns, and those without a visible name to screen readers', () => {
    render(
      <DataTable aria-label="Прайс-листы" className="lists" columns={['Файл', 'Цен', ACTIONS]}>
        <tr>
          <th scope="row">a.csv</th>
          <td>5</td>
          <td />
        </tr>
      </DataTable>,
    )
    expect(screen.getByRole('table', { name: 'Прайс-листы' })).toHaveClass('data-table', 'lists')
    const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(names).toEqual(['Файл', 'Цен', 'Действия'])
    expect(screen.getByText('Действия')).toHaveClass('visually-hidden')
    expect(screen.getByRole('rowheader')).toHaveTextContent('a.csv')
  })
})
